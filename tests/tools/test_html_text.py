from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.tools._html_text import html_to_text

PAGE = """<!DOCTYPE html>
<html><head><title>The  page</title><style>p { color: red }</style><script>if (a < b) alert("</p>")</script></head>
<body><!-- not shown <p>no</p> -->
<nav><a href="/docs">Docs</a></nav>
<h1>Heading &amp; more</h1>
<p>Some <b>bold</b>   text
 over lines.<br>Next line, <a href="sub/x.html">a link</a> and <a href="#top">none</a>.</p>
<ul><li>one<li>two<ol><li>first</li><li>second</li></ol></li></ul>
<pre>def f():
    return 1 &lt; 2
</pre>
<p>Use <code>f()</code>.</p>
<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
<img src=x alt="A cat">
</body></html>"""


def test_a_page_reads_well() -> None:
    assert html_to_text(PAGE, "https://example.com/a/b") == (
        "The page\n\n"
        "Docs (https://example.com/docs)\n\n"
        "# Heading & more\n\n"
        "Some bold text over lines.\n"
        "Next line, a link (https://example.com/a/sub/x.html) and none.\n\n"
        "- one\n- two\n  1. first\n  2. second\n\n"
        "```\ndef f():\n    return 1 < 2\n```\n\n"
        "Use `f()`.\n\n"
        "a | b\n1 | 2\n\n"
        "[image: A cat]"
    )


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("", ""),
        ("plain", "plain"),
        ("1 < 2 and <3", "1 < 2 and <3"),
        ("a<p title=it's>b", "a\n\nb"),
        ("<p title='>'>b", "b"),
        ("a<script>b", "a"),
        ("a<!-- b", "a"),
        ("a<b c", "a"),
        ("<head><title>t</title><p>x", "t\n\nx"),
        ("</li></ol></a></pre>x", "x"),
        ("<svg/>x", "x"),
        ("<SCRIPT>a</SCRIPT >b", "b"),
        ("<textarea><b>x</textarea>", "<b>x"),
        ("<a href='javascript:x'>y</a>", "y"),
        ("<a href='http://[x'>y</a>", "y"),
    ],
)
def test_broken_markup_is_read_as_far_as_it_goes(source: str, text: str) -> None:
    assert html_to_text(source, "https://example.com/") == text


TAGS = ("<p>", "</p>", "<pre>", "</pre>", "<ul>", "<li>", "</ul>", "<a href=/x>", "</a>", "<td>", "<h2>", "<br/>")
PARTS = (
    "<",
    '="',
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "&lt;",
    "&#0;",
    "\r\n",
    "\xa0",
    "<head>",
    "<b x='",
    ">",
    "'",
)
pieces = st.sampled_from([*TAGS, *PARTS])


@given(st.lists(pieces | st.text(max_size=5), max_size=40).map("".join))
def test_any_text_can_be_converted(source: str) -> None:
    text = html_to_text(source, "https://example.com/")
    assert "\n\n\n" not in text
    assert text == text.strip()


@given(
    st.lists(st.from_regex(r"[a-z]{1,8}", fullmatch=True), min_size=1), st.sampled_from(["p", "div", "li", "td", "b"])
)
def test_every_word_stays_in_its_order(words: list[str], tag: str) -> None:
    text = html_to_text("".join(f"<{tag}>{word}</{tag}> " for word in words))
    assert [word for word in text.replace("|", " ").replace("- ", " ").split()] == words


def test_pages_of_unclosed_markup_take_steps_in_proportion_to_their_length() -> None:
    """Each of these is 400,000 characters; time that grows with the square would run into the test's time limit."""
    for unit in (
        "<",
        "<a ",
        "<!--",
        '<a b="',
        "<a b='",
        "</",
        "<script>",
        "<title>",
        "<p ",
        "&",
        "<a b=",
        "<ul><li>",
        "<pre> ",
    ):
        html_to_text(unit * (400_000 // len(unit)))
