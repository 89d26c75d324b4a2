"""Scenes are understood as they are written, and played by the real tools they end as they say."""

from __future__ import annotations

import pytest

from tools.pocket.answers import places, value_asked_for, value_with_line, values_named
from tools.pocket.draw import Draw, wordiness
from tools.pocket.jobs_scenes import asks, play, scene
from tools.pocket.scene import Ask, Scene, parse
from tools.pocket.task import Call, Result, Say
from tools.pocket.try_scenes import retried
from tools.pocket.words import Vocabulary
from tools.pocket.world import Folder, Generator

OWL = """# birds
== find
--- birds.txt
heron {{n:int 1 9}}
? have we seen an owl
> search owl
= [no matches]
! No, no owl.
"""
CREW = """# who sails
== edit
--- ~crew.yaml
cook: {{cook:name}}
mate: {{mate:name}}

--- age.txt
{{age:int 20 60}}
? the cook in crew.yaml is {{new:name}} now
? {{new}} cooks from now on (crew.yaml)
> read crew.yaml | the cook
> edit crew.yaml
- cook: {{cook}}
+ cook: {{new}}
! The cook is {{new}}.
? how old in a year? see age.txt
> read age.txt
= {{age}}
= so {{age}} + 1 = {{= age + 1}}
! {{= age + 1}}
"""


def test_a_scene_becomes_calls_thoughts_and_an_answer() -> None:
    (scene,) = parse(CREW, "crew")
    task = play(scene, scene.asks[0], Vocabulary(Draw("crew")))
    rows = task.files["crew.yaml"].splitlines()
    cook = next(row for row in rows if row.startswith("cook: "))
    script = task.script()
    assert next(script) == Call("read crew.yaml; the cook", "read", {"path": "crew.yaml"})
    edit = script.send(Result("\n".join(f"{at}|{row}" for at, row in enumerate(rows, 1))))
    assert isinstance(edit, Call)
    new = edit.arguments["new"]
    assert edit.arguments == {"path": "crew.yaml", "old": cook, "new": new}
    before, after = (line.removeprefix("cook: ") for line in (cook, new))
    assert edit.plan == f"line {rows.index(cook) + 1}: {cook}; {before} -> {after}"
    assert new.removeprefix("cook: ") in task.prompt
    with pytest.raises(StopIteration) as end:
        script.send(Result("Edited crew.yaml (1 replacement)."))
    assert end.value.value.text == f"Changed line {rows.index(cook) + 1} of crew.yaml."
    assert task.ends["crew.yaml"] == task.files["crew.yaml"].replace(cook, new)
    assert task.ends["age.txt"] == task.files["age.txt"]


@pytest.mark.parametrize(
    ("template", "slot"),
    [
        ("{{n}}", "{{n}}"),
        ("From {{n}} points on.", "{{n}}"),
        ("{{= a + b}}.", "{{= a + b}}"),
        ("At 1:{{m}}.", ""),
        ("{{a}} Park.", ""),
        ("{{f}}.txt has it.", ""),
        ("Yes, {{n}}.", ""),
        ("Nobody works on {{n}}.", ""),
        ("{{a}} and {{b}}.", ""),
        ("It is the one that came last, {{n}}.", ""),
    ],
)
def test_an_answer_that_is_a_value_is_told_without_its_sentence(template: str, slot: str) -> None:
    assert value_asked_for(template, ["{{a}}: {{b}}"]) == slot


@pytest.mark.parametrize(
    ("template", "quotes", "values", "told"),
    [
        ("{{f}}", ["a.py:3:def jar():"], ["a.py"], "a.py, line 3."),
        ("In {{f}} and {{g}}.", ["a.py:3:jar()", "b.py:1:jar"], ["a.py", "b.py"], "a.py line 3 and b.py line 1."),
        ("In {{f}}, it is {{n}}.", ["a.py:3:jar = 4"], ["a.py", "4"], ""),
        ("In the cellar, says {{f}}.", ["a.txt:3:Bikes go to the cellar"], ["a.txt"], ""),
        ("No, only {{f}}.", ["a.py:3:jar()"], ["a.py"], ""),
        ("{{f}} lacks it.", ["b.py:3:jar()", "so a.py lacks it"], ["a.py"], ""),
    ],
)
def test_hits_of_a_search_are_told_by_their_places_where_nothing_else_is_said(
    template: str, quotes: list[str], values: list[str], told: str
) -> None:
    assert places(template, quotes, values) == told


@pytest.mark.parametrize(
    ("template", "slots"),
    [
        ("{{a}}, by {{b}}.", ["{{a}}", "{{b}}"]),
        ("At {{a}}:{{b}}.", []),
        ("{{a}}.", []),
        ("{{a}}, not {{b}}.", []),
        ("{{a}} and {{= b + 1}}.", []),
        ("2: {{a}} and {{b}}.", []),
        ("{{a}} in north.txt, {{b}} there.", []),
        ("{{a}} Park and {{b}}.", []),
    ],
)
def test_values_that_an_answer_lists_are_told_alone(template: str, slots: list[str]) -> None:
    assert values_named(template) == slots


async def test_what_a_search_does_not_find_is_named() -> None:
    (one,) = parse(OWL, "owl.txt")
    generator = Generator("owl", strict=True)
    folder = Folder(generator.environment)
    try:
        conversation = await generator.played(play(one, one.asks[0], generator.vocabulary), folder)
    finally:
        folder.remove()
    assert conversation is not None
    assert conversation.messages[-1]["content"] == "No file here mentions owl."


def test_words_of_the_line_beside_a_value_may_be_what_was_asked_for() -> None:
    assert value_asked_for("A city bike, {{n}}.", ["{{n}},city,{{s}}"]) == ""
    assert value_asked_for("Bike {{n}}.", ["bike: {{n}}"]) == "{{n}}"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("line 2: port = 80", "80 (line 2: port = 80)"),
        ("line 2: 80", "80"),
        ("a.ini:2:port = 80", "80"),
        (f"line 2: port = 80{' ' * 100}", "80"),
    ],
)
def test_a_value_is_told_with_its_line_where_that_says_more(line: str, told: str) -> None:
    assert value_with_line("80", line) == told


def test_whole_sentences_are_drawn_more_often_than_fragments() -> None:
    short, longer = "old, [{{f}}|{{g}} please]?", "I would like to know [how|by what way] old the cook is, see {{f}}."
    assert (wordiness(short), wordiness(longer)) == (2**2, 12**2)
    assert wordiness(longer * 10) == 20**2
    draw = Draw("wordy")
    drawn = [draw.wordy([short, longer]) for _ in range(500)]
    assert 0 < drawn.count(short) < 50
    lengths = sorted(len(scene(Vocabulary(Draw(f"scene {seed}"))).prompt.split()) for seed in range(60, 100))
    assert lengths[len(lengths) // 2] > 10


def test_the_thought_before_a_mend_does_not_tell_why() -> None:
    mend = "> edit age.txt\n= {{age}}\n= so it must be one more\n- {{age}}\n+ {{= age + 1}}\n! Mended.\n"
    text = CREW.replace("== edit", "== fix").partition("= so {{age}} + 1")[0].replace("= {{age}}\n", "") + mend
    (made,) = parse(text, "crew")
    task = play(made, made.asks[1], Vocabulary(Draw("crew")))
    age = int(task.files["age.txt"])
    script = task.script()
    next(script)
    edit = script.send(Result(f"1|{age}"))
    assert isinstance(edit, Call) and edit.plan == f"line 1: {age} -> {age + 1}"


def test_what_is_computed_is_left_to_the_shell() -> None:
    (scene,) = parse(CREW, "crew")
    task = play(scene, scene.asks[1], Vocabulary(Draw("age")))
    assert set(task.needs) == {"read", "shell"}
    age = int(task.files["age.txt"])
    script = task.script()
    next(script)
    sum_ = script.send(Result(f"1|{age}"))
    assert sum_ == Call(f"line 1: {age}; so {age} + 1", "shell", {"command": f"echo $(({age} + 1))"})
    with pytest.raises(StopIteration) as end:
        script.send(Result(f"{age + 1}\n[exit 0]"))
    assert end.value.value == Say(str(age + 1), str(age + 1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "x:1: not in a scene: hello"),
        ("== dancing", "x:1: no job: == dancing"),
        ("== read\n! hm", "x:2: nobody asked: ! hm"),
        ("== read\n? hm\n> dance", "x:3: no action: > dance"),
        ("== read\n? hm\nwhat", "x:3: not understood: what"),
        ("== read\n? hm\n> read x", "x:1: somebody gets no answer"),
        ("== read\n--- a", "x:1: somebody gets no answer"),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        parse(text, "x")


SAMPLE = [(job, one) for job, ways in asks().items() for one in ways[:: max(1, len(ways) // 30)]]


@pytest.mark.parametrize(("job", "way"), SAMPLE, ids=lambda one: one if isinstance(one, str) else one[0].place)
async def test_scenes_end_as_they_say(job: str, way: tuple[Scene, Ask]) -> None:
    assert await retried(Generator("scenes", strict=True), *way)
