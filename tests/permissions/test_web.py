"""URLs have one normal form, and rules about hosts match that and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from localcoder.config.settings import ApprovalMode, Permissions
from localcoder.errors import UsageError
from localcoder.permissions.access import Access
from localcoder.permissions.policy import Policy
from localcoder.permissions.web import BadAddress, WebAddress, WebPattern
from localcoder.workspace.roots import Roots

labels = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?", fullmatch=True).filter(lambda text: text[2:4] != "--")
hosts = st.lists(labels, min_size=1, max_size=4).map(".".join)
paths = st.text(max_size=20).map(lambda text: f"/{text}")


@given(st.text() | hosts.map(lambda host: f"http://{host}") | st.builds("https://{}{}".format, hosts, paths))
@example("http://[::ffff:127.0.0.1]/")
@example("http://a@127.0.0.1/")
@example("http://127.0.0.1#@example.com/")
@example("http://example.com\\@127.0.0.1/")
@example("http://\ud800/")
def test_any_text_is_refused_or_has_a_normal_form_that_means_the_same(text: str) -> None:
    try:
        address = WebAddress.parse(text)
    except BadAddress:
        return
    normal = str(address)
    assert normal.isascii() and normal.isprintable() and " " not in normal
    assert WebAddress.parse(normal) == address
    assert normal.startswith(("http://", "https://"))
    assert not set("@/\\ ?#") & set(address.host)


@given(hosts, st.text(max_size=30))
def test_a_redirect_leads_to_a_url_of_the_web_or_is_refused(host: str, location: str) -> None:
    try:
        there = WebAddress.parse(f"https://{host}/a/b").join(location)
    except BadAddress:
        return
    assert WebAddress.parse(str(there)) == there


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("file:///etc/passwd", "only http and https"),
        ("ftp://example.com/", "only http and https"),
        ("example.com", "only http and https"),
        ("http://user:secret@example.com/", "user name"),
        ("http://example.com:0/", "port"),
        ("http://example.com:99999/", "port"),
        ("http:///x", "no host"),
        ("http://a b/", "blanks"),
        ("http://a\r\nHost: b/", "control characters"),
        ("http://[fe80::1%25eth0]/", "interface"),
        ("http://%6cocalhost/", "host's name"),
        (f"http://example.com/{'x' * 5000}", "5019 characters"),
    ],
)
def test_what_is_no_plain_url_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(BadAddress, match=words):
        WebAddress.parse(text)


def test_letters_of_other_scripts_show_in_the_normal_form() -> None:
    assert str(WebAddress.parse("https://EXАMPLE.com./ä?b#c")) == "https://xn--exmple-4nf.com/%C3%A4?b"


def policy(mode: ApprovalMode = "ask", **rules: tuple[str, ...]) -> Policy:
    return Policy(mode, Permissions(**rules), Roots(Path.cwd()))


def decision(used: Policy, url: str) -> str:
    return used.check("fetch", [Access("network", url)]).decision


@pytest.mark.parametrize(
    ("rule", "url", "matches"),
    [
        ("fetch(example.com)", "https://example.com/a?b", True),
        ("fetch(example.com)", "http://EXAMPLE.com./", True),
        ("fetch(example.com)", "https://www.example.com/", False),
        ("fetch(example.com)", "https://example.com.evil.org/", False),
        ("fetch(example.com)", "https://evil.org/example.com", False),
        ("fetch(example.com)", "https://evil.org/?https://example.com/", False),
        ("fetch(example.com)", "https://example.com:8443/", False),
        ("fetch(example.com:8443)", "https://example.com:8443/", True),
        ("fetch(example.com:*)", "https://example.com:8443/", True),
        ("fetch(*.example.com)", "https://a.b.example.com/", True),
        ("fetch(*.example.com)", "https://example.com/", False),
        ("fetch(*.example.com)", "https://evilexample.com/", False),
        ("fetch(*.example.com)", "https://evil.org/x.example.com", False),
        ("fetch(https://example.com)", "http://example.com/", False),
        ("fetch(example.com/docs/*)", "https://example.com/docs/a/b", True),
        ("fetch(example.com/docs/*)", "https://example.com/docs/../secret", False),
        ("fetch(münchen.de)", "https://xn--mnchen-3ya.de/", True),
        ("fetch([::1])", "http://[0:0:0:0:0:0:0:1]/", True),
        ("fetch", "https://anything.org:1/", True),
    ],
)
def test_a_rule_names_a_host_and_matches_no_other(rule: str, url: str, matches: bool) -> None:
    assert decision(policy(allow=(rule,)), url) == ("allow" if matches else "ask")


def test_a_rule_that_denies_a_host_denies_all_its_ports() -> None:
    used = policy("full", deny=("fetch(example.com)",))
    assert decision(used, "https://example.com:8443/") == "deny"
    assert decision(used, "https://example.org/") == "allow"


@given(hosts, hosts)
def test_a_pattern_of_one_host_never_matches_another(one: str, other: str) -> None:
    assert WebPattern.parse(one).matches(WebAddress.parse(f"https://{other}/")) == (one == other)


def test_the_suggested_rule_allows_the_host_and_the_question_shows_the_url() -> None:
    used = policy()
    verdict = used.check("fetch", [Access("network", "https://example.com:8443/a?b=1")])
    assert (verdict.decision, verdict.suggested_rule) == ("ask", "fetch(example.com:8443)")
    assert "https://example.com:8443/a?b=1" in verdict.reason
    used.add_session_rule("fetch(example.com:8443)")
    assert decision(used, "https://example.com:8443/other") == "allow"


def test_plan_mode_asks_whatever_the_rules_allow() -> None:
    assert decision(policy("plan", allow=("fetch",)), "https://example.com/") == "ask"


def test_what_is_no_url_is_denied_in_every_mode() -> None:
    assert decision(policy("full", allow=("fetch",)), "file:///etc/passwd") == "deny"


@pytest.mark.parametrize("rule", ["fetch(a b)", "fetch(*)x", "fetch(ftp://x)", "fetch(exam*ple.com)"])
def test_a_rule_that_names_no_host_is_refused(rule: str) -> None:
    with pytest.raises((UsageError, ValueError)):
        policy(allow=(rule,))
