"""Files to look things up in: settings in blocks, containers, pipelines, targets, jobs by the clock."""

from __future__ import annotations

import json
from collections.abc import Callable

from tools.pocket.contents_lookup import Page

PARTS = "server admin metrics cache database queue mail search proxy worker backup gateway".split()


def _camel(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(word.capitalize() for word in rest)


def nested(p: Page) -> None:
    """Blocks with the same keys, in one of a few notations, and a list."""
    draw = p.v.draw
    keys = [
        ("host", "host"),
        ("port", "int 1000 9900"),
        ("user", "nonsense"),
        ("timeout", "int 2 300"),
        ("max_retries", "int 301 400"),
        ("log_level", "nonsense"),
        ("colour", "colour"),
        ("workers", "int 2 300"),
        ("data_dir", "syspath"),
        ("region", "city"),
        ("admin_email", "email"),
    ]
    chosen = draw.some(keys, 2, 3)
    parts = draw.some(PARTS, 2, 3)
    items = [p.new("nonsense") for _ in range(draw.randint(3, 4))] if draw.chance(0.6) else []
    name = draw.pick(["origins", "tags", "mirrors", "admins", "regions"])
    kind = draw.pick(["yaml", "yml", "json", "toml", "ini"])
    p.name("config settings deploy services app", kind)
    style = draw.pick([str, str, _camel, lambda key: key.replace("_", "-")]) if kind != "toml" else str
    if kind == "json":
        p.add("{")
    for number, part in enumerate(parts):
        more = number < len(parts) - 1 or bool(items)
        p.add({"json": f'  "{part}": {{', "toml": f"[{part}]", "ini": f"[{part}]"}.get(kind, f"{part}:"))
        for at, (key, values) in enumerate(chosen):
            value, kept = p.new(values), key
            key = style(key)
            bare = value if value.isdigit() else json.dumps(value)
            comma = "," if at < len(chosen) - 1 else ""
            line = p.add(
                {"json": f'    "{key}": {bare}{comma}', "toml": f"{key} = {bare}", "ini": f"{key} = {value}"}.get(
                    kind, f"  {key}: {value}"
                )
            )
            p.fact(f"nested.{kept}", value, line, change=values, X=part)
        p.add("  }" + "," * more) if kind == "json" else None
    if items and kind in ("json", "toml"):
        line = p.add(f'  "{name}": {json.dumps(items)}' if kind == "json" else f"[lists]\n{name} = {json.dumps(items)}")
        p.lines[-1:] = p.lines[-1].split("\n")
        lines = [len(p.lines) - 1] * len(items)
    elif items:
        p.add(f"{name}:" if kind != "ini" else "[lists]")
        if kind == "ini":
            lines = [p.add(f"{name} = {', '.join(items)}")] * len(items)
        else:
            lines = [p.add(f"  - {item}") for item in items]
    for number, item in enumerate(items):
        p.fact("nested.item", item, lines[number], X=["first", "second", "third", "fourth"][number], h=name[:-1])
    if items:
        at = sorted(set(lines))
        p.follows("nested.length", str(len(items)), f"so {len(items)}", at, h=name)
        p.fact("nested.final", items[-1], lines[-1], h=name[:-1])
    p.add("}") if kind == "json" else None
    absent = [key for key, _ in keys if key not in dict(chosen)]
    p.lacks(f"nested.{draw.pick(absent)}", X=draw.pick(parts))


def compose(p: Page) -> None:
    """Services in containers."""
    draw = p.v.draw
    p.path = draw.pick(["compose.yaml", "docker-compose.yml", f"{p.v.nonsense()}.yml", "stack.yml"])
    p.add("services:")
    names = [p.new("service") for _ in range(draw.randint(2, 3))]
    for name in names:
        image, port, inner = p.new("image"), p.new("int 1000 9900"), draw.randint(10, 99)
        p.add(f"  {name}:")
        p.fact("compose.image", image, p.add(f"    image: {image}"), change="image", X=name)
        p.fact("compose.port", port, p.add("    ports:", f'      - "{port}:{inner}"'), change="int 1000 9900", X=name)
        if draw.chance(0.6):
            policy = draw.pick(["always", "unless-stopped", "on-failure"])
            p.fact("compose.restart", policy, p.add(f"    restart: {policy}"), X=name)
        else:
            p.lacks("compose.restart", X=name)
    p.follows("compose.count", str(len(names)), f"so {len(names)}", [p.lines.index(f"  {name}:") for name in names])
    p.lacks("compose.image", X=p.new("service"))


def pipeline(p: Page) -> None:
    """Jobs of a pipeline: image, branch, command."""
    draw = p.v.draw
    p.path = draw.pick([".gitlab-ci.yml", "ci.yml", "pipeline.yaml", f"{p.v.nonsense()}.yml"])
    branches = draw.sample(["main", "develop", "release", "staging", "trunk", "next", "stable"], 4)
    for name in draw.sample("build test lint deploy docs publish unit package check".split(), draw.randint(2, 3)):
        image, script = (
            p.new("baseimage"),
            draw.pick(["make {}", "npm run {}", "./{}.sh", "pytest {}", "cargo {}"]).format(p.new("nonsense")),
        )
        p.add(f"{name}:")
        branch = branches.pop()
        for kind, value, line, change in draw.sample(
            [
                ("image", image, "  image: {}", "baseimage"),
                ("script", script, "  script: {}", ""),
                ("branch", branch, "  only: {}", ""),
            ],
            3,
        ):
            p.fact(f"ci.{kind}", value, p.add(line.format(value)), change=change, X=name)
            if kind != "image":
                p.fact(f"ci.by{kind}", name, p.lines.index(f"{name}:"), len(p.lines) - 1, X=value)
                p.facts[-1].told = p.facts[-1].at[0]
    p.lacks("ci.script", X="e2e")


def container(p: Page) -> None:
    """A recipe for an image."""
    draw = p.v.draw
    p.path = draw.pick(["Dockerfile", "Dockerfile", "Containerfile", f"{p.v.nonsense()}.dockerfile"])
    base, folder, user, port, stem, key, value = (
        p.new(kind) for kind in ("baseimage", "dirname", "nonsense", "int 1000 9900", "nonsense", "envname", "nonsense")
    )
    p.fact("docker.base", base, p.add(f"FROM {base}"), change="baseimage")
    p.fact("docker.folder", f"/{folder}", p.add(f"WORKDIR /{folder}"))
    rest = [
        ("docker.env", value, f"ENV {key}={value}", "nonsense"),
        ("docker.copy", f"{stem}.txt", f"COPY {stem}.txt ./", ""),
        ("docker.user", user, f"USER {user}", "nonsense"),
        ("docker.port", port, f"EXPOSE {port}", "int 1000 9900"),
    ]
    gone = draw.randrange(5)
    for at, (kind, answer, line, change) in enumerate(draw.sample(rest, 4)):
        if at == gone:
            p.lacks(kind, X=key)
        else:
            p.fact(kind, answer, p.add(line), change=change, X=key)
    packages = draw.some(["curl", "git", "gcc", "libpq-dev", "ffmpeg", "tzdata", "nano", "jq", "rsync"], 2, 3)
    p.fact("docker.installs", " ".join(packages), p.add(f"RUN apt-get install -y {' '.join(packages)}"))
    script = f"{p.new('nonsense')}.py"
    p.fact("docker.starts", script, p.add(f'CMD ["python", "{script}"]'))


def makefile(p: Page) -> None:
    """What targets run, and what they need."""
    draw = p.v.draw
    p.path = draw.pick(["Makefile", "Makefile", "GNUmakefile", f"{p.v.nonsense()}.mk"])
    targets = draw.sample(
        "build test run lint clean docs serve deploy check bench format install".split(), draw.randint(3, 5)
    )
    for number, target in enumerate(targets):
        needed = draw.pick(targets[:number]) if number and draw.chance(0.5) else ""
        command = draw.pick(
            ["python {}.py", "rm -rf {}", "./{}.sh", "npm run {}", "gcc -o {0} {0}.c", "pytest {}"]
        ).format(p.new("nonsense"))
        head = p.add(*([""] if p.lines else []), f"{target}: {needed}".rstrip() if needed else f"{target}:")
        at = p.add(f"\t{command}")
        p.fact("make.runs", command, head, at, X=target)
        p.fact("make.needs", needed, head, X=target) if needed else p.lacks("make.needs", X=target)
    p.lacks("make.runs", X="publish")


def crontab(p: Page) -> None:
    """What runs at which minute."""
    draw = p.v.draw
    p.path = draw.pick(["crontab", "crontab.txt", "jobs.cron", f"{p.v.nonsense()}.cron"])
    p.add(*draw.pick([[], [f"MAILTO={p.v.email()}"], ["# m h dom mon dow command"]]))
    for hour in draw.sample(range(24), draw.randint(4, 6)):
        minute, day = draw.randint(0, 59), draw.pick(["* * *", "* * *", "* * 1", "* * 0", "1 * *", "15 * *", "* * 1-5"])
        script = (
            f"{draw.pick(['/opt/', '/usr/local/bin/', '/home/app/', ''])}{p.new('nonsense')}.{draw.pick(['sh', 'py'])}"
        )
        when = f"{minute} {hour} {day}"
        at = p.add(f"{when} {script}")
        p.fact("cron.when", when, at, X=script.rsplit("/")[-1])
        p.fact(
            "cron.what",
            script,
            at,
            X=draw.pick(
                [
                    f"{hour}:{minute:02}",
                    f"{hour:02}:{minute:02}",
                    f"{(hour - 1) % 12 + 1}:{minute:02} {'ap'[hour > 11]}m",
                ]
            ),
        )
    p.lacks("cron.when", X=f"{p.new('nonsense')}.sh")


def entries(p: Page) -> None:
    """A list whose items have a few keys each, in lines of their own."""
    draw = p.v.draw
    p.name("list items users devices rooms books products", draw.pick(["yaml", "yml"]))
    keys = [
        ("size", "int 1 90"),
        ("price", "price"),
        ("owner", "name"),
        ("city", "city"),
        ("colour", "colour"),
        ("phone", "phone"),
        ("since", "day"),
        ("trade", "trade"),
    ]
    chosen, kind = draw.some(keys, 1, 3), draw.pick(["gear", "animal", "room", "instrument", "flower", "nonsense"])
    word = draw.pick(["items", "entries", "devices", "things"])
    p.add(f"{word}:")
    tops = []
    for number, name in enumerate(p.some(kind, 3, 4)):
        ordinal = ["first", "second", "third", "fourth"][number]
        top = p.add(f"  - name: {name}")
        tops.append(top)
        p.fact("entry.name", name, top, X=ordinal)
        for key, values in chosen:
            value = p.new(values)
            at = p.add(f"    {key}: {value}")
            p.fact("entry.value", value, top, at, change=values, x=name, h=key)
            p.fact("entry.nth", value, top, at, change=values, X=ordinal, h=key)
            p.fact("entry.by", name, top, at, X=value, h=key)
            p.facts[-1].told = top
    p.follows("entry.count", str(len(tops)), f"so {len(tops)}", tops, h=word)
    p.fact("entry.last", name, top)
    p.lacks("entry.value", x=name, h=draw.pick(["weight", "rating", "serial number", "licence"]))


PAGES: list[tuple[float, Callable[[Page], None]]] = [
    (4, nested), (2, compose), (2, pipeline), (2, container), (2, makefile), (2, crontab), (3, entries)
]  # fmt: skip
