"""The vocabulary that values are drawn from: names, words, numbers, identifiers, paths, sentences."""

from __future__ import annotations

from pathlib import Path

from tools.pocket.draw import Draw

ENGLISH = (Path(__file__).parent / "words.txt").read_text(encoding="utf-8").split()
"""Common words of technical English; contents and identifiers are made of them."""

FIRST_NAMES = """Alice Bob Carol David Emma Frank Grace Henry Iris Jack Kate Liam Mia Noah Olivia Peter Quinn Rosa Sam Tina
Uma Victor Wendy Xavier Yara Zoe Anna Ben Clara Daniel Elena Felix Gina Hugo Ivan Julia Karl Lena Marco Nina Oscar Paula
Ravi Sofia Tom Ursula Vera Will Yusuf Zara Ahmed Bianca Chen Diego Esther Farid Greta Hana Igor Jonas Kira Lars Maya Nils
Omar Priya Rafael Selma Theo Vikram Wanda Ximena Yuki Ada Boris Celia Dora Emil Fiona Gustav Helga Ingrid Joel Kofi Leo
Marta Nadia Otto Petra Rita Stefan Tanja Aisha Bruno Chloe Dmitri Eva Finn Gloria Hector Isla Juan Kenji Luca Mona Nora
Pablo Ruth Simon Tara Zane José Zoë Søren Anaïs""".split()
SURNAMES = """Smith Jones Meyer Rossi Garcia Novak Kowalski Nguyen Tanaka Okafor Silva Dubois Larsen Weber Costa Ivanov
Murphy Patel Kim Berg Haddad Moreau Schmidt Walker Young Lopez Clark Hansen Fischer Marin Petrov Santos Singh Wolf Brown
Baker Carter Fox Green Hill King Lee Moore Reed Stone Turner Ward Wood Müller Björk""".split()
CITIES = """Paris Berlin Madrid Rome Vienna Oslo Lisbon Prague Dublin Warsaw Athens Helsinki Zurich Geneva Milan Munich
Hamburg Lyon Porto Bergen Tokyo Osaka Kyoto Seoul Delhi Mumbai Lagos Nairobi Cairo Lima Quito Bogota Boston Denver Seattle
Austin Chicago Toronto Montreal Sydney Perth Auckland Krakow Ghent Bruges Leeds York Bristol Cardiff Utrecht""".split()
COUNTRIES = """France Germany Spain Italy Austria Norway Portugal Ireland Poland Greece Finland Japan Korea India Nigeria
Kenya Egypt Peru Chile Canada Australia Brazil Mexico Sweden Denmark Iceland Belgium Hungary Croatia Turkey""".split()
COLORS = """red blue green yellow orange purple black white gray pink brown cyan magenta teal navy gold silver beige olive
maroon indigo violet turquoise crimson lime amber""".split()
FRUITS = """apple banana cherry mango grape lemon peach plum pear orange kiwi melon fig papaya apricot coconut lime olive
berry guava date quince""".split()
ANIMALS = """cat dog horse tiger lion zebra panda rabbit otter eagle falcon owl fox wolf bear whale dolphin shark gecko
lizard beaver badger heron raven moose camel llama goat sheep duck goose penguin turtle frog crab""".split()
GOODS = """milk bread eggs butter cheese rice pasta tomatoes onions coffee tea sugar flour salt honey apples carrots
potatoes soap batteries paper pens stamps cable lamp chair table mouse keyboard monitor laptop phone charger notebook
bottle backpack tent jacket boots gloves hammer nails screws paint brush""".split()
JOBS = """engineer designer teacher doctor nurse lawyer baker pilot manager analyst chef farmer writer editor plumber
carpenter accountant librarian scientist painter driver clerk architect dentist""".split()
TEAMS = """sales marketing support finance engineering design legal research operations security platform mobile data
infrastructure quality hardware logistics billing""".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
NAMES_OF_THINGS = """Falcon Orion Nimbus Atlas Mercury Apollo Phoenix Comet Aurora Nova Zephyr Cobalt Ember Onyx Quartz Raven
Sierra Titan Vortex Willow Aspen Birch Cedar Delta Echo Fjord Glacier Harbor Juniper Krypton Lumen Meteor Nectar Opal Pixel
Quasar Ripple Saffron Tempo Umbra Vertex Wander Xenon Yonder Zenith""".split()
LICENSES = ["MIT", "Apache-2.0", "BSD-3-Clause", "GPL-3.0", "MPL-2.0", "ISC", "Unlicense", "LGPL-2.1"]
LANGUAGES = """English German French Spanish Italian Dutch Polish Japanese Korean Portuguese Swedish Norwegian Turkish
Hindi""".split()
LANGUAGE_CODES = [
    "en",
    "de",
    "fr",
    "es",
    "it",
    "nl",
    "pl",
    "ja",
    "ko",
    "pt",
    "sv",
    "en-US",
    "en_GB",
    "de_DE",
    "fr_FR",
    "pt_BR",
]
LOG_LEVELS = ["debug", "info", "warning", "error", "DEBUG", "INFO", "WARNING", "ERROR", "warn", "trace", "critical"]
THEMES = ["dark", "light", "solarized", "nord", "monokai", "gruvbox", "dracula", "paper", "midnight", "high-contrast"]
GREETINGS = [
    "Hello",
    "Hi",
    "Hey",
    "Good morning",
    "Welcome",
    "Greetings",
    "Howdy",
    "Good evening",
    "Hello there",
    "Bonjour",
    "Hola",
    "Ciao",
]
TLDS = ["com", "org", "net", "io", "dev", "example", "local", "co.uk", "de"]
FUNCTION_VERBS = """get set make build load save parse format compute find count check read send fetch create update remove
merge split sort filter validate render convert encode decode init start stop open close print show add apply""".split()
FOLDERS = """src lib app docs config data scripts tests tools assets notes etc conf utils core server client api web models
settings examples bin reports logs static templates pkg internal backend frontend services resources""".split()
FILE_STEMS = """main app config settings notes data readme todo utils helpers server client index report users items tasks
script test demo sample example hello greet calc math tools common base core run setup build model models store cache queue
worker job events log logger routes views handlers schema types constants defaults options params profile account order
orders product products inventory stock budget expenses recipe list shopping plan ideas diary journal log summary draft
letter memo agenda minutes contacts people team staff members books movies songs cities weather scores results metrics
numbers values names words text message info about changelog version manifest package project environment database db
network service deploy release backup archive temp scratch output input""".split()


class Vocabulary:
    """Everything that fills a slot, drawn from one generator."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    # words -----------------------------------------------------------------------------------------------------------
    def word(self) -> str:
        """A lower-case word."""
        draw = self.draw
        source = draw.weighted([(6, ENGLISH), (1, FRUITS), (1, ANIMALS), (1, COLORS), (1, GOODS)])
        return draw.pick(source)

    def nonsense(self) -> str:
        """A pronounceable word that exists nowhere, so that it can only be copied."""
        draw = self.draw
        onsets = ["b", "br", "c", "ch", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "kl", "l", "m", "n", "p", "pl", "qu",
                  "r", "s", "sh", "sk", "st", "t", "th", "tr", "v", "w", "x", "y", "z"]  # fmt: skip
        rest = [
            "a",
            "e",
            "i",
            "o",
            "u",
            "ai",
            "ee",
            "oo",
            "an",
            "en",
            "in",
            "on",
            "ar",
            "or",
            "el",
            "ix",
            "ot",
            "um",
            "ay",
        ]
        return "".join(draw.pick(onsets) + draw.pick(rest) for _ in range(draw.randint(1, 3)))

    def any_word(self) -> str:
        """A word, real or not, in any case."""
        draw = self.draw
        text = draw.weighted([(6, self.word), (3, self.nonsense)])()
        return draw.weighted([(6, text), (2, text.capitalize()), (1, text.upper())])

    def words(self, low: int, high: int) -> str:
        """Several lower-case words."""
        return " ".join(self.word() for _ in range(self.draw.randint(low, high)))

    def proper(self) -> str:
        """A capitalised name: a person, a place, a project."""
        draw = self.draw
        return draw.weighted(
            [
                (4, draw.pick(FIRST_NAMES)),
                (2, draw.pick(CITIES)),
                (2, draw.pick(NAMES_OF_THINGS)),
                (1, draw.pick(COUNTRIES)),
                (1, self.nonsense().capitalize()),
            ]
        )

    def full_name(self) -> str:
        """A person's first name and surname."""
        return f"{self.draw.pick(FIRST_NAMES)} {self.draw.pick(SURNAMES)}"

    def sentence(self) -> str:
        """A short line of prose; meaning is not promised."""
        draw = self.draw
        w = self.word
        shape = draw.pick(
            [
                "the {a} {b} is {c}", "{p} likes {a} and {b}", "remember to {a} the {b}", "{a} {b} {c} {d}",
                "buy {n} {g} in {city}", "call {p} on {day}", "the {a} costs {n} euros", "{p} lives in {city}",
                "{greet} from {city}", "we meet at {n} o'clock", "never {a} a {b} without {c}", "{a}, {b} and {c}",
                "this is a {a} of the {b}", "{p} said: {a} first, then {b}", "the {animal} eats the {fruit}",
                "version {n}.{m} is out", "all {a} must be {b}", "no {a} today", "it's a {color} {animal}",
                "{greet}, {p}", "{greet} {p}", "{color} {a}", "my {a} has {n} {b}", "{a} is not {b}", "{p} & {q}",
                "{a}/{b}", "{a}: {b}", "{a} = {n}", "{n} {animal}s", "{a} ({b})", "{day} at {n}:{mm}", "{p}'s {a}",
                "{a} -> {b}", "100% {a}", "{a} #{n}", "{a}; {b}", "what a {a}", "done with {a}", "{p} was here",
            ]
        )  # fmt: skip
        text = shape.format(
            a=w(), b=w(), c=w(), d=w(), p=draw.pick(FIRST_NAMES), q=draw.pick(FIRST_NAMES), n=draw.randint(2, 99),
            m=draw.randint(0, 20), mm=f"{draw.randint(0, 59):02}", g=draw.pick(GOODS), city=draw.pick(CITIES),
            day=draw.pick(WEEKDAYS), greet=draw.pick(GREETINGS), animal=draw.pick(ANIMALS), fruit=draw.pick(FRUITS),
            color=draw.pick(COLORS),
        )  # fmt: skip
        if draw.chance(0.5):
            text = text[0].upper() + text[1:]
        return text + draw.weighted([(5, ""), (2, "."), (2, "!"), (0.4, "?"), (0.3, "...")])

    def message(self) -> str:
        """What a program prints or a file says in one line: a word, a greeting, a sentence, an odd token."""
        draw = self.draw
        kind = draw.weighted(
            [(3, "sentence"), (2, "greeting"), (2, "words"), (2, "word"), (1, "two"), (0.7, "code"), (0.5, "number"),
             (0.4, "unicode")]
        )  # fmt: skip
        if kind == "sentence":
            return self.sentence()
        if kind == "greeting":
            sign = draw.pick(["", "!", "!", ".", " :)", "!!"])
            return (
                draw.pick(GREETINGS)
                + draw.pick([", ", " ", ", "])
                + draw.pick([self.proper(), self.word(), "world", "World", "there"])
                + sign
            )
        if kind == "words":
            return self.words(2, 5)
        if kind == "word":
            return self.any_word()
        if kind == "two":
            return f"{self.any_word()} {self.any_word()}"
        if kind == "code":
            return self.code_token()
        if kind == "unicode":
            return draw.pick(
                [
                    "café",
                    "naïve",
                    "Grüße",
                    "¡Hola!",
                    "50 €",
                    "déjà vu",
                    "π ≈ 3",
                    "✓ done",
                    "¿Qué tal?",
                    "niño",
                    "25 °C",
                    "Łódź",
                    "→ next",
                    "☕ time",
                ]
            ) + draw.pick(["", " " + self.word()])
        return str(self.number())

    def code_token(self) -> str:
        """A token that is no word: an id, a version, a hash."""
        draw = self.draw
        return draw.pick(
            [
                f"{draw.pick('ABCDEFGHKLMNPQRSTVWXYZ')}{draw.pick('ABCDEFGHKLMNPQRSTVWXYZ')}-{draw.randint(10, 9999)}",
                f"{self.word()}-{draw.randint(1, 999)}",
                f"{self.word()}_{self.word()}",
                "".join(draw.choices("0123456789abcdef", k=draw.randint(5, 10))),
                f"{self.word().upper()}_{draw.randint(1, 99)}",
                "".join(draw.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=draw.randint(4, 8))),
                f"{self.nonsense()}{draw.randint(1, 99)}",
            ]
        )

    # numbers and typed values ----------------------------------------------------------------------------------------
    def number(self) -> int:
        """A whole number of any size."""
        draw = self.draw
        return draw.weighted(
            [(4, draw.randint(2, 12)), (3, draw.randint(10, 99)), (2, draw.randint(100, 999)), (2, draw.randint(1000, 9999)),
             (1, draw.randint(10000, 99999)), (0.5, draw.randint(2, 50) * 100)]
        )  # fmt: skip

    def decimal(self) -> str:
        """A number with a fraction."""
        draw = self.draw
        return f"{draw.randint(0, 99)}.{draw.randint(1, 99)}"

    def version(self) -> str:
        """A version number."""
        draw = self.draw
        text = f"{draw.randint(0, 9)}.{draw.randint(0, 20)}.{draw.randint(0, 20)}"
        return draw.weighted([(6, text), (2, text.rsplit(".", 1)[0]), (0.5, text + "rc1"), (0.5, text + "-beta")])

    def host(self) -> str:
        """A host name or address."""
        draw = self.draw
        return draw.pick(
            [
                "localhost", "127.0.0.1", "0.0.0.0", f"10.0.{draw.randint(0, 255)}.{draw.randint(1, 254)}",
                f"192.168.{draw.randint(0, 9)}.{draw.randint(2, 254)}", f"{self.word()}.{self.word()}.{draw.pick(TLDS)}",
                f"db{draw.randint(1, 9)}.{self.nonsense()}.{draw.pick(TLDS)}", f"{self.nonsense()}.{draw.pick(TLDS)}",
            ]
        )  # fmt: skip

    def url(self) -> str:
        """A web address."""
        draw = self.draw
        return (
            draw.pick(["https://", "https://", "http://"])
            + f"{draw.pick(['', 'www.', 'api.', 'docs.'])}{self.draw.pick([self.word, self.nonsense])()}.{draw.pick(TLDS)}"
            + draw.pick(
                ["", "", f"/{self.word()}", f"/v{draw.randint(1, 3)}/{self.word()}", f":{draw.randint(3000, 9999)}"]
            )
        )

    def email(self) -> str:
        """A mail address."""
        draw = self.draw
        return f"{draw.pick([draw.pick(FIRST_NAMES[:100]).lower(), self.word(), self.nonsense()])}@{draw.pick([self.word, self.nonsense])()}.{draw.pick(TLDS)}"

    def date(self) -> str:
        """A date."""
        draw = self.draw
        y, m, d = draw.randint(1990, 2035), draw.randint(1, 12), draw.randint(1, 28)
        return draw.weighted(
            [
                (4, f"{y}-{m:02}-{d:02}"),
                (1, f"{d} {MONTHS[m - 1]} {y}"),
                (1, f"{MONTHS[m - 1]} {d}"),
                (0.5, f"{d:02}/{m:02}/{y}"),
                (0.5, f"{d}.{m}.{y}"),
            ]
        )

    # identifiers and paths -------------------------------------------------------------------------------------------
    def snake(self) -> str:
        """A snake_case identifier."""
        draw = self.draw
        return "_".join(
            self.draw.pick([self.word, self.word, self.nonsense])()
            for _ in range(draw.weighted([(3, 1), (5, 2), (1, 3)]))
        )

    def function_name(self) -> str:
        """A name for a function."""
        draw = self.draw
        return draw.weighted(
            [(4, f"{draw.pick(FUNCTION_VERBS)}_{self.word()}"), (2, self.safe(self.snake())), (1, draw.pick(FUNCTION_VERBS)), (1, self.safe(self.nonsense())),
             (1, self.camel())]
        )  # fmt: skip

    def camel(self) -> str:
        """A camelCase identifier."""
        return self.word() + "".join(self.word().capitalize() for _ in range(self.draw.randint(1, 2)))

    def pascal(self) -> str:
        """A CamelCase identifier."""
        return "".join(
            self.draw.pick([self.word, self.nonsense])().capitalize() for _ in range(self.draw.randint(1, 2))
        )

    def constant(self) -> str:
        """An UPPER_CASE identifier."""
        return self.snake().upper()

    @staticmethod
    def safe(name: str) -> str:
        """`name`, changed if Python reserves it."""
        import builtins
        import keyword

        return name + "_" if keyword.iskeyword(name) or hasattr(builtins, name) else name

    def variable(self) -> str:
        """A name for a variable."""
        return self.safe(self.draw.weighted([(5, self.snake()), (1, self.camel()), (1, self.constant())]))

    def stem(self) -> str:
        """A file name without its extension."""
        draw = self.draw
        joiner = draw.pick(["_", "_", "-"])
        return draw.weighted(
            [
                (4, draw.pick(FILE_STEMS)),
                (3, self.word()),
                (2, self.nonsense()),
                (2, f"{draw.pick(FILE_STEMS)}{joiner}{self.word()}"),
                (2, f"{self.word()}{joiner}{self.word()}"),
                (1, f"{draw.pick(FILE_STEMS)}{draw.randint(1, 99)}"),
                (0.4, self.pascal()),
            ]
        )

    def folder(self) -> str:
        """A relative folder, one to three deep."""
        draw = self.draw
        return "/".join(
            draw.pick([draw.pick(FOLDERS), draw.pick(FOLDERS), self.word()])
            for _ in range(draw.weighted([(6, 1), (2, 2), (0.5, 3)]))
        )

    def path(self, *extensions: str, nested: float = 0.3) -> str:
        """A relative path that ends in one of `extensions`."""
        draw = self.draw
        extension = draw.pick(extensions)
        stem = self.stem()
        if extension == ".py" and draw.chance(0.9):
            stem = stem.replace("-", "_")
            if stem in _SHADOWS:
                stem += "_" + self.word()
        name = stem + extension
        return f"{self.folder()}/{name}" if draw.chance(nested) else name


_SHADOWS = {
    "string", "types", "token", "random", "code", "email", "calendar", "queue", "copy", "inspect", "select", "signal", "test",
    "statistics", "math", "operator", "platform", "profile", "json", "abc", "io", "time", "numbers", "enum", "re", "site",
    "codecs", "glob", "ast", "traceback", "warnings", "weakref", "locale", "struct", "heapq", "keyword", "linecache",
    "tokenize", "functools", "collections", "contextlib", "os", "sys", "stat", "posix", "logging", "path",
}  # fmt: skip
"""Module names of the standard library: a script of that name beside another would be imported in its place."""
