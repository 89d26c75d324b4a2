from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from localcoder.chat.model import ReplyUsage
from localcoder.tui.diff import change_counts, diff_content, parse_diff
from localcoder.tui.history import MAX_KEPT_CHARACTERS, MAX_PROMPTS, PromptHistory
from localcoder.tui.text import one_line, short_count, visible
from localcoder.tui.themes import choose_theme
from localcoder.tui.widgets.status_bar import Status, status_line
from localcoder.tui.widgets.tool_call import output_content

TEXTS = st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\x1b\x9b\r\n\t\x7f[]/\u202e\u2066")))


@given(TEXTS)
def test_nothing_visible_steers_a_terminal(text):
    shown = visible(text)
    assert all(character == "\n" or ord(character) >= 32 for character in shown)
    assert not any(0x7F <= ord(character) < 0xA0 for character in shown)
    assert "\u202e" not in shown


@given(TEXTS, st.integers(min_value=0))
def test_text_cut_anywhere_is_shown_the_same(text, place):
    cut = place % (len(text) + 1)
    assert visible(text[:cut]) + visible(text[cut:]) == visible(text)


@given(TEXTS, st.integers(min_value=1, max_value=50))
def test_one_line_is_one_line_of_at_most_the_limit(text, limit):
    line = one_line(text, limit)
    assert "\n" not in line
    assert len(line) <= limit


@given(st.integers(min_value=0, max_value=999_000_000))
def test_a_count_stays_short(number):
    assert len(short_count(number)) <= 6


@given(TEXTS)
def test_any_text_can_be_given_as_a_diff(text):
    diff_content(text)
    diff_content(text, 5)


@given(st.lists(st.tuples(st.sampled_from(" +-"), st.text(alphabet="ab-+@ /", max_size=12)), max_size=30))
def test_every_line_of_a_hunk_is_counted_once_even_if_it_looks_like_a_header(lines):
    signs = [sign for sign, _ in lines]
    added, removed, same = (signs.count(sign) for sign in "+- ")
    header = f"--- a/f\n+++ b/f\n@@ -1,{removed + same} +1,{added + same} @@"
    diff = "\n".join([header, *(sign + text for sign, text in lines)])
    assert change_counts(diff) == (added, removed)
    assert len(parse_diff(diff)) == len(lines)


def test_a_diff_numbers_added_lines_in_the_new_and_removed_ones_in_the_old_file():
    diff = "--- a/f\n+++ b/f\n@@ -8,3 +10,3 @@\n same\n-old\n+new\n same\n"
    assert [(line.kind, line.number) for line in parse_diff(diff)] == [
        ("same", 10),
        ("removed", 9),
        ("added", 11),
        ("same", 12),
    ]


def test_a_cut_diff_says_how_much_is_missing():
    diff = "--- a/f\n+++ b/f\n@@ -0,0 +1,30 @@\n" + "\n".join(f"+{number}" for number in range(30))
    assert diff_content(diff, 10).plain.endswith("… 21 more lines")


@given(st.lists(TEXTS, min_size=1, max_size=40))
def test_cut_output_keeps_head_and_tail_and_says_how_much_is_missing(lines):
    lines = [visible(line).replace("\n", "") for line in lines]
    shown = output_content("\n".join(lines), False, "").plain.split("\n")
    assert shown[0] == lines[0]
    assert shown[-1] == lines[-1]
    hidden = [line for line in shown if "(ctrl+o shows all)" in line]
    assert len(lines) == len(shown) if not hidden else int(hidden[0].split()[1]) == len(lines) - len(shown) + 1


@given(st.integers(min_value=1, max_value=250), st.booleans())
def test_the_status_line_never_wraps(width, loaded):
    usage = ReplyUsage(5_000, 300, 4_000, prefill_s=0.3, decode_s=2.0) if loaded else None
    line = status_line(Status("some/long-model-name", "accept-edits", 131_072, usage, "no sandbox", 3), width)
    assert line.cell_length <= max(width, len("some/long-model-name") + 1)


def test_history_is_kept_for_its_owner_alone_and_survives_odd_lines(tmp_path: Path):
    file = tmp_path / "state" / "history"
    PromptHistory(file).add("one\nwith two lines")
    assert file.stat().st_mode & 0o077 == 0
    with file.open("ab") as raw:
        raw.write(b"\xff\n{\n42\n\x00\x00")
    again = PromptHistory(file)
    assert again.older("draft") == "one\nwith two lines"
    assert again.older("draft") is None
    assert again.newer() == "draft"
    again.add("after what was torn")
    assert PromptHistory(file).newest_first == ("after what was torn", "one\nwith two lines")


def test_a_history_keeps_its_newest_prompts_and_none_that_is_very_long(tmp_path: Path):
    file = tmp_path / "history"
    history = PromptHistory(file)
    for number in range(2 * MAX_PROMPTS):
        history.add(f"prompt {number}")
    history.add("x" * (MAX_KEPT_CHARACTERS + 1))
    history.add("the newest")
    assert history.newest_first[1].startswith("xxx")
    again = PromptHistory(file)
    assert again.newest_first[:2] == ("the newest", f"prompt {2 * MAX_PROMPTS - 1}")
    assert len(again.newest_first) == len(file.read_text().splitlines()) == MAX_PROMPTS
    assert file.stat().st_mode & 0o077 == 0


def test_a_history_that_cannot_be_written_lives_for_this_run(tmp_path: Path):
    (tmp_path / "file").touch()
    history = PromptHistory(tmp_path / "file" / "history")
    history.add("kept")
    assert history.older("") == "kept"


def test_the_theme_follows_what_the_terminal_says():
    many = {"TERM": "xterm-256color"}
    assert choose_theme("auto", many).name == "localcoder-dark"
    assert choose_theme("auto", {**many, "COLORFGBG": "0;15"}).name == "localcoder-light"
    assert choose_theme("light", many).name == "localcoder-light"
    assert choose_theme("auto", {"TERM": "linux"}).name == "localcoder-ansi"
    assert choose_theme("dark", {**many, "NO_COLOR": "1"}).name == "localcoder-ansi"
