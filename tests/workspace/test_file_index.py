from __future__ import annotations

import threading
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from localcoder.workspace.file_index import FileIndex, best_matches
from localcoder.workspace.roots import Roots

NAMES = st.lists(st.text("abAB/._- ", min_size=1, max_size=12), unique=True, max_size=40)
LETTERS = st.text("abAB/.", max_size=4)


def built(index: FileIndex) -> list[str]:
    index.refresh()
    assert index._thread is not None
    index._thread.join()
    return sorted(index.names)


def in_order(letters: str, name: str) -> bool:
    left = iter(name.lower())
    return all(letter in left for letter in letters.lower())


def begins(letters: str, name: str) -> bool:
    lower = name.lower()
    return lower.startswith(letters.lower()) or lower.rpartition("/")[2].startswith(letters.lower())


@given(NAMES, LETTERS)
def test_every_hit_and_nothing_else_holds_the_letters_in_order(names: list[str], letters: str) -> None:
    hits = best_matches(names, letters, len(names))
    assert sorted(hits) == sorted(name for name in names if in_order(letters, name))


@given(NAMES, LETTERS)
def test_names_that_begin_with_the_letters_come_before_all_others(names: list[str], letters: str) -> None:
    firsts = [begins(letters, name) for name in best_matches(names, letters, len(names))]
    assert firsts == sorted(firsts, reverse=True)


@given(NAMES, LETTERS, st.randoms(use_true_random=False), st.integers(0, 10))
def test_the_order_depends_on_nothing_but_the_names_and_fewer_hits_are_the_best(names, letters, random, most) -> None:
    shuffled = random.sample(names, len(names))
    assert best_matches(shuffled, letters, most) == best_matches(names, letters, len(names))[:most]


def test_the_own_name_counts_before_the_folders_and_close_letters_before_spread_ones() -> None:
    names = ["x/domain/a.txt", "m_a_i_n", "ma_in", "my_main.c", "src/main.py", "src/Main.java", "other"]
    assert best_matches(names, "main", 10) == [
        "src/main.py", "src/Main.java", "my_main.c", "x/domain/a.txt", "ma_in", "m_a_i_n",
    ]  # fmt: skip


def test_a_cancelled_search_looks_at_no_further_name() -> None:
    seen = []
    names = (seen.append(number) or f"a{number}" for number in range(10_000))
    answers = iter([False, False])
    assert best_matches(names, "a", 5, lambda: next(answers, True)) == []
    assert len(seen) < 1_000


def test_ignored_files_links_and_names_that_nobody_can_type_are_left_out(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("build/\n*.log\n")
    for name in (".git/config", "build/out", "a.log", "src/b c.py", "line\nfeed", "[x].py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("a.log")
    assert built(FileIndex(Roots(tmp_path))) == [".gitignore", "[x].py", "src/b c.py"]


def test_files_of_added_folders_have_their_whole_path_and_denied_ones_none(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / "a").touch()
        (folder / "secret").touch()
    index = FileIndex(Roots(here, (there,)), may_read=lambda path: path.name != "secret")
    assert built(index) == sorted(["a", str((there / "a").resolve())])


def test_twenty_thousand_files_are_looked_at_once_a_walk_and_searches_walk_no_more(tmp_path: Path) -> None:
    for folder in range(200):
        (tmp_path / f"package{folder}").mkdir()
        for number in range(100):
            (tmp_path / f"package{folder}" / f"module{number}.py").touch()
    index = FileIndex(Roots(tmp_path))
    assert len(built(index)) == 20_000
    assert index.steps == 20_200
    for letters in ("m", "mo", "mod", "p7/m42"):
        assert len(best_matches(index.names, letters, 8)) == 8
    assert (index.steps, index.walks) == (20_200, 1)


def test_the_walk_runs_beside_the_caller_and_one_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    go_on = threading.Event()
    index = FileIndex(Roots(tmp_path), may_read=lambda path: go_on.wait(60))
    index.refresh()
    index.refresh()
    assert index.building
    assert (index.walks, list(index.names)) == (0, [])
    go_on.set()
    index._thread.join()
    assert (index.walks, list(index.names)) == (1, ["a"])


def test_a_new_file_is_found_by_the_next_walk_and_the_old_names_serve_until_then(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    waits = threading.Event()
    waits.set()
    index = FileIndex(Roots(tmp_path), may_read=lambda path: waits.wait(60))
    built(index)
    (tmp_path / "b").touch()
    waits.clear()
    index.refresh()
    assert list(index.names) == ["a"]
    waits.set()
    index._thread.join()
    assert list(index.names) == ["a", "b"]


def test_a_closed_index_stops_where_it_is(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"{number}").touch()
    index = FileIndex(Roots(tmp_path), may_read=lambda path: index.close() is None)
    built(index)
    assert (index.steps, index.walks) == (2, 0)
