"""Find the bug that a given test shows: a wrong operator, an off-by-one, a wrong name, a missing return."""

from __future__ import annotations

from bench.exam.fix_sources import BUGS, Bug
from bench.exam.task import Script, Task, edit, read, shell, write


def _fix(name: str, prompt: str, bug: Bug) -> Task:
    """Judged by the given test and by other inputs, so that no answer can be put in just for the test."""
    assert bug.source.count(bug.old) == 1 and bug.source.count(bug.wrong[0]) == 1, name
    test = shell(bug.command)
    after = f"{bug.command} passes now."
    return Task(
        f"fix-{name}",
        "fix",
        prompt,
        Script((test, read(bug.path), edit(bug.path, bug.old, bug.new), test), after),
        (
            Script((test, read(bug.path), edit(bug.path, *bug.wrong), test), after),
            Script((test, read(bug.test_path), write(bug.test_path, "print('ok')\n"), test), after),
        ),
        {bug.path: bug.source, bug.test_path: bug.test, **bug.more},
        free=(bug.path,),
        outputs={f"{bug.command} >/dev/null 2>&1 && echo passed": "passed", **bug.checks},
    )


_PROMPTS = {
    "discount": "test_till.py is red. Find out why and repair till.py; run the test by python3 test_till.py",
    "voltage": "`python3 check_volts.py` complains, the bug sits in volts.py. Please fix.",
    "adult": "Hi! Somebody broke ages.py, at least python3 -m unittest test_ages says so. Can you mend "
    "it? Leave the test "
    "alone.",
    "distance": "make python3 test_track.py pass (dont touch the test)",
    "either": "I am not understand why my test fails, you find it out please? start: python3 t_access.py  "
    " code: access.py",
    "leftover": "There's a failing assertion in test_boxes.py. The function lives in boxes.py. Get it green.",
    "last-items": "python3 test_feed.py shows an error about the newest posts. feed.py is to blame, correct it please",
    "table-row": "Fix rows.py so that `python3 -m unittest test_rows` succeeds.",
    "weeks": "The calendar test keeps failing:\n    python3 calendar_test.py\nOnly weeks.py may be "
    "changed. Thanks a lot!",
    "middle": "spot the mistake in middle.py, test = python3 test_middle.py, should exit without error "
    "after your change",
    "laps": "Our lap counter is one short or one too many, who knows. python3 laps_test.py tells. Sort it "
    "out in laps.py.",
    "pages": "tests/test_pages.py fails when I call python3 tests/test_pages.py -- can you take a look at pages.py?",
    "typo-variable": "Running python3 test_mail.py gives me a NameError. Could you solve that?",
    "wrong-attribute": "pets_test.py crashes with AttributeError, do something about it! (python3 pets_test.py)",
    "wrong-key": "I get a KeyError from python3 try_order.py since yesterday. Repair order.py.",
    "wrong-import": "python3 test_greenhouse.py can't even import. Mend greenhouse.py, climate.py is right as it is.",
    "wrong-parameter": "Please bring python3 test_paint.py back to life, I suspect some name in paint.py.",
    "wrong-method": "'str' object has no attribute ... that is what i see on python3 shout_test.py. its "
    "shout.py. fix it pls",
    "no-return": "python3 test_tea.py: got None?! The culprit is in tea.py, make it work again.",
    "no-return-branch": "One of the cases in test_post.py (python3 -m unittest test_post) doesn't go "
    "through. Adjust post.py.",
    "no-return-loop": "Would you debug vowels.py for me? python3 test_vowels.py must not fail.",
    "no-return-method": "bank.py's balance seems to give nothing back. Test: python3 bank_test.py. Make "
    "the test happy.",
    "print-not-return": "python3 test_tag.py -> AssertionError. I guess tag.py does the wrong thing with its result.",
    "early-return": "test_total.py fails, it sums only the first number, see python3 test_total.py. Fix "
    "total.py please.",
}

FIX = tuple(_fix(name, prompt, BUGS[name]) for name, prompt in _PROMPTS.items())
