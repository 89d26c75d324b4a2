from __future__ import annotations

from datetime import date
from pathlib import Path

from localcoder.agent.prompting import system_prompt
from localcoder.workspace.roots import Roots

DAY = date(2031, 2, 3)


def prompt(cwd: Path, user_dir: Path, profile: str = "full") -> str:
    return system_prompt(profile, Roots(cwd), today=DAY, user_dir=user_dir)  # type: ignore[arg-type]


def test_the_full_prompt_says_where_and_when_it_works(tmp_path: Path) -> None:
    text = prompt(tmp_path, tmp_path / "user")
    assert f"Working directory: {tmp_path}" in text
    assert "Monday, 2031-02-03" in text
    assert "Not in a git repository." in text
    assert "$" not in text


def test_a_repository_is_found_from_inside(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    assert f"Git repository: {tmp_path}\n" in prompt(tmp_path / "src", tmp_path / "user")


def test_further_folders_are_named(tmp_path: Path) -> None:
    text = system_prompt("full", Roots(tmp_path, (tmp_path / "more",)), today=DAY, user_dir=tmp_path)
    assert f"Further folders: {tmp_path / 'more'}\n" in text


def test_the_prompt_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("Use tabs.")
    assert prompt(tmp_path, tmp_path / "user") == prompt(tmp_path, tmp_path / "user")


def test_the_compact_prompt_is_short_and_the_same_everywhere(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    text = prompt(tmp_path, tmp_path / "user", "compact")
    assert text == prompt(tmp_path / "a", tmp_path / "user", "compact")
    assert len(text.split()) < 120
    assert str(tmp_path) not in text


def test_agents_files_come_from_the_user_then_from_the_root_down(tmp_path: Path) -> None:
    repository, user = tmp_path / "repo", tmp_path / "user"
    (repository / "src" / "deep").mkdir(parents=True)
    (repository / ".git").mkdir()
    user.mkdir()
    (tmp_path / "AGENTS.md").write_text("outside the repository")
    (user / "AGENTS.md").write_text("from the user")
    (repository / "AGENTS.md").write_text("from the root")
    (repository / "src" / "deep" / "AGENTS.md").write_text("from the folder")
    text = prompt(repository / "src" / "deep", user)
    places = [text.index(words) for words in ("from the user", "from the root", "from the folder")]
    assert places == sorted(places)
    assert "outside the repository" not in text


def test_a_huge_agents_file_is_cut_with_a_word_about_it(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("x" * 50_000)
    text = prompt(tmp_path, tmp_path / "user", "compact")
    assert "AGENTS.md is cut here: 4000 of 50000 characters" in text
    assert len(text) < 6_000


def test_an_agents_file_that_is_no_text_or_no_file_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_bytes(b"\xff\xfe\x00 use tabs")
    assert "use tabs" in prompt(tmp_path, tmp_path / "user")
    (tmp_path / "user" / "AGENTS.md").mkdir(parents=True)
    assert "use tabs" in prompt(tmp_path, tmp_path / "user")
