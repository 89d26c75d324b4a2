"""Series of searches in code: where a name is defined, imported and used, among names that are much alike."""

from __future__ import annotations

import re

from tools.pocket.phrases_sought import CODE, NOUNS, VERBS
from tools.pocket.searched import Searched, places, searches
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary


def camel(name: str) -> str:
    """A function's name as JavaScript has it."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


class _Code(Searched):
    """Modules whose names are alike: what they define, import and use."""

    def __init__(self, v: Vocabulary) -> None:
        super().__init__(v)
        draw = v.draw
        nouns, verb = draw.sample(NOUNS, 3), draw.pick(VERBS)
        noun = self.noun = nouns[0]
        functions = [
            f"{verb}_{noun}",
            f"{verb}_{noun}s",
            f"{draw.pick(VERBS)}_{noun}",
            f"{draw.pick(VERBS)}_{nouns[1]}_{noun}",
        ]
        functions += [f"{draw.pick(VERBS)}_{nouns[2]}", f"{verb}_{draw.pick(nouns)}_{v.nonsense()}"]
        self.functions = draw.sample(sorted(set(functions)), 4)
        self.classes = [f"{noun.capitalize()}{draw.pick(['Box', 'List', 'Book', 'Store', 'Queue'])}"]
        self.constants = draw.sample(
            [
                f"MAX_{noun.upper()}",
                f"MAX_{noun.upper()}S",
                f"MIN_{noun.upper()}",
                f"{nouns[1].upper()}_{noun.upper()}",
            ],
            2,
        )
        self.values: dict[str, str] = {}
        self.script = draw.chance(0.35)
        if self.script:
            self.functions = [camel(name) for name in self.functions]
        folder = draw.pick(["", "", "src/", "app/", f"{v.nonsense()}/"])
        stems = draw.sample([f"{one}s" for one in nouns] + [v.nonsense() for _ in range(3)], draw.randint(3, 5))
        bodies: dict[str, list[str]] = {stem: [] for stem in stems}
        imports: dict[str, list[str]] = {stem: [] for stem in stems}
        uses: dict[str, list[str]] = {stem: [] for stem in stems}
        for name in [*self.constants, *self.classes, *self.functions]:
            at = draw.randrange(len(stems) - 1)
            home, user = stems[at], draw.pick(stems[at + 1 :])
            bodies[home].append(self._defined(name))
            if draw.chance(0.75):
                imports[user].append(
                    f'import {{ {name} }} from "./{home}.js";' if self.script else f"from {home} import {name}"
                )
                if draw.chance(0.85):
                    uses[user].append(self._used(name))
        for stem in stems:
            title = f"// {v.words(2, 4)}" if self.script else f'"""{v.words(2, 4).capitalize()}."""'
            parts = [title, "\n".join(imports[stem]), *bodies[stem], "\n".join(uses[stem])]
            text = "\n\n".join(part for part in parts if part)
            self.seen.put(f"{folder}{stem}{'.js' if self.script else '.py'}", text + "\n")

    def _defined(self, name: str) -> str:
        draw, n = self.draw, self.draw.randint(2, 99)
        export = "export " if self.script else ""
        if name in self.constants:
            self.values[name] = str(n * draw.randint(1, 9))
            return f"export const {name} = {self.values[name]};" if export else f"{name} = {self.values[name]}"
        if name in self.classes:
            return f"export class {name} {{\n  size = {n};\n}}" if export else f"class {name}:\n    size = {n}"
        result = f"return n {draw.pick('+-*')} {n}"
        return f"export function {name}(n) {{\n  {result};\n}}" if export else f"def {name}(n):\n    {result}"

    def _used(self, name: str) -> str:
        draw = self.draw
        use = f"new {name}().size" if self.script else f"{name}.size"
        if name not in self.classes:
            use = name if name in self.constants else f"{name}({draw.randint(2, 99)})"
        if self.script:
            return draw.pick([f"console.log({use});", f"const {self.v.nonsense()} = {use};"])
        return draw.pick([f"print({use})", f"{self.v.nonsense()} = {use}", f"print({use} + {draw.randint(2, 99)})"])

    def spoken(self, name: str) -> str:
        """What the user calls it: its name, or its words and what it is."""
        draw = self.draw
        if not self.script and draw.chance(0.3):
            if name in self.classes:
                return f"the class {' '.join(re.findall('[A-Z][a-z]+', name)).lower()}"
            return f"the {'constant' if name in self.constants else 'function'} {name.replace('_', ' ').lower()}"
        return draw.pick(
            [name, name, f"`{name}`", f"`{name}`", f'"{name}"', f"{name}()" if name in self.functions else name]
        )

    def ask(self) -> None:
        """Where a name is defined, used, imported, or all of it."""
        draw = self.draw
        name = draw.pick([*self.functions, *self.functions, *self.classes, *self.constants])
        kind = draw.pick(
            ["defined", "defined", "used", "used", "imported", "all", *(["value"] * 4 if name in self.values else [])]
        )
        if (kind, name) in self.asked:
            raise Unsuitable("asked")
        every = [hit for hit in self.hits(name) if re.search(rf"\b{name}\b", hit.text)]
        home = [hit for hit in every if re.match(rf"(export )?(def|class|const|function) {name}\b|{name} =", hit.text)]
        imported = [hit for hit in every if "import" in hit.text]
        uses = [hit for hit in every if hit not in home and hit not in imported]
        wanted = {"defined": home, "value": home, "used": uses, "imported": imported, "all": every}[kind]
        note, answer = "", places(wanted) if wanted else ""
        if kind == "value":
            answer = f"{self.values[name]}, in {home[0].path} line {home[0].number}."
        elif not wanted and kind == "imported":
            wanted, note, answer = home, "so nothing imports it", f"Nobody imports {name}."
        elif not wanted:
            wanted = [*home, *imported]
            note = "so nothing uses it" if imported else "so only its definition is there"
            answer = f"Nothing uses {name}; it is only imported, in {places(imported).replace(',', '')}" if imported else (
                f"Nobody; only its definition is there, in {home[0].path} line {home[0].number}.")  # fmt: skip
        whole = kind in ("used", "imported", "all")
        self.turn(self.seen.tell(CODE[kind], name=self.spoken(name)), [name], wanted, answer, note, whole=whole)
        self.asked.add((kind, name))

    def absent(self) -> None:
        """A name that does not occur, though its neighbours do."""
        draw = self.draw
        name = f"{draw.pick(VERBS)}_{draw.pick([*NOUNS, self.noun])}"
        name = camel(name) if self.script else name
        if self.hits(name) or ("absent", "") in self.asked:
            raise Unsuitable("there it is")
        said = draw.pick([name, f"`{name}`", f"{name}()"])
        self.turn(self.seen.tell(CODE["absent"], name=said), [name], [], f"No file here mentions {name}.", whole=True)
        self.asked.add(("absent", ""))


def code(v: Vocabulary) -> Task:
    """Modules in which names are looked up."""
    made = _Code(v)
    return searches(made, [(6, made.ask), (0.7, made.absent)])
