"""Python functions that are right, mistakes that people make in them, and tests that only the right ones pass."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tools.pocket.draw import Draw
from tools.pocket.programs import literal
from tools.pocket.quick import Endless, limited
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary


@dataclass(frozen=True, slots=True)
class Shape:
    """A function: names it may have, its code with `{f}` and `{a}` to `{c}` in it, what it does, its arguments.

    An argument is `i` a small number, `j` one from 1 on, `n` a list of numbers, `s` a word, `w` a list of words, `t` a
    sentence, `b` a truth value, `d` a dictionary of words and numbers.
    """

    names: str
    code: str
    does: str
    arguments: str
    variables: str = ""


def _shape(names: str, does: str, arguments: str, code: str, variables: str = "") -> Shape:
    return Shape(names, code.strip("\n") + "\n", does, arguments, variables)


_ONE = "def {f}({a}):\n    "
_TWO = "def {f}({a}, {b}):\n    "
SHAPES = [
    _shape("add plus sum_of total_of", "Return the sum of {a} and {b}.", "ii", _TWO + "return {a} + {b}"),
    _shape("subtract minus difference", "Return {a} minus {b}.", "ii", _TWO + "return {a} - {b}"),
    _shape("multiply times product_of", "Return {a} times {b}.", "jj", _TWO + "return {a} * {b}"),
    _shape("whole_part int_divide quotient", "Return how often {b} fits into {a}.", "ij", _TWO + "return {a} // {b}"),
    _shape("remainder rest_of modulo", "Return the rest of {a} divided by {b}.", "ij", _TWO + "return {a} % {b}"),
    _shape("power raised to_the_power", "Return {a} to the power of {b}.", "jj", _TWO + "return {a} ** {b}"),
    _shape("square squared", "Return {a} times itself.", "i", _ONE + "return {a} * {a}"),
    _shape("cube cubed", "Return {a} to the third power.", "j", _ONE + "return {a} ** 3"),
    _shape("double twice doubled", "Return {a} times two.", "i", _ONE + "return {a} * 2"),
    _shape("half halved half_of", "Return half of {a}.", "i", _ONE + "return {a} / 2"),
    _shape("increment next_number successor", "Return the number after {a}.", "i", _ONE + "return {a} + 1"),
    _shape("previous predecessor decrement", "Return the number before {a}.", "i", _ONE + "return {a} - 1"),
    _shape("negate opposite", "Return {a} with the other sign.", "j", _ONE + "return -{a}"),
    _shape("area rectangle_area surface", "Return the area of a rectangle.", "jj", _TWO + "return {a} * {b}", "width height"),
    _shape("perimeter outline border_length", "Return the perimeter of a rectangle.", "jj", _TWO + "return 2 * ({a} + {b})", "width height"),
    _shape("to_minutes hours_to_minutes minutes_in", "Return the minutes in {a} hours.", "j", _ONE + "return {a} * 60", "hours"),
    _shape("to_seconds minutes_to_seconds", "Return the seconds in {a} minutes.", "j", _ONE + "return {a} * 60", "minutes"),
    _shape("to_hours full_hours", "Return the full hours in {a} minutes.", "i", _ONE + "return {a} // 60", "minutes"),
    _shape("to_cents cents_of", "Return {a} euros in cents.", "j", _ONE + "return {a} * 100", "euros"),
    _shape("total_price price_of cost", "Return the price of all pieces.", "jj", _TWO + "return {a} * {b}", "price count"),
    _shape("with_discount discounted reduce_price", "Return the price without the discount.", "jj", _TWO + "return {a} - {b}", "price discount"),
    _shape("age_in age_at", "Return the age in the given year.", "jj", _TWO + "return {b} - {a}", "born year"),
    _shape("change_due money_back", "Return the money that goes back.", "jj", _TWO + "return {a} - {b}", "paid price"),
    _shape("is_even even", "Tell whether {a} is even.", "i", _ONE + "return {a} % 2 == 0"),
    _shape("is_odd odd", "Tell whether {a} is odd.", "i", _ONE + "return {a} % 2 == 1"),
    _shape("is_positive positive", "Tell whether {a} is above zero.", "i", _ONE + "return {a} > 0"),
    _shape("is_negative below_zero", "Tell whether {a} is below zero.", "i", _ONE + "return {a} < 0"),
    _shape("is_adult of_age grown_up", "Tell whether the age is at least 18.", "i", _ONE + "return {a} >= 18", "age"),
    _shape("is_divisible divides fits_into", "Tell whether {a} can be divided by {b}.", "ij", _TWO + "return {a} % {b} == 0"),
    _shape("same equal is_same", "Tell whether both are equal.", "ii", _TWO + "return {a} == {b}"),
    _shape("differ different not_same", "Tell whether the two differ.", "ii", _TWO + "return {a} != {b}"),
    _shape("in_range between is_within", "Tell whether {a} lies from {b} to {c}, both included.", "iij", "def {f}({a}, {b}, {c}):\n    return {b} <= {a} <= {c}", "value low high"),
    _shape("both all_true both_set", "Tell whether both are true.", "bb", _TWO + "return {a} and {b}"),
    _shape("either any_true one_of", "Tell whether at least one is true.", "bb", _TWO + "return {a} or {b}"),
    _shape("invert negated flip", "Return the opposite truth value.", "b", _ONE + "return not {a}", "flag"),
    _shape("larger bigger maximum_of", "Return the larger one.", "ii", _TWO + "return max({a}, {b})"),
    _shape("smaller lesser minimum_of", "Return the smaller one.", "ii", _TWO + "return min({a}, {b})"),
    _shape("bigger_of larger_one highest_of", "Return the bigger one.", "ii", _TWO + "if {a} > {b}:\n        return {a}\n    return {b}"),
    _shape("absolute distance_to_zero without_sign", "Return {a} without its sign.", "i", _ONE + "if {a} < 0:\n        return -{a}\n    return {a}"),
    _shape("distance gap_between", "Return how far apart the two are.", "ii", _TWO + "return abs({a} - {b})"),
    _shape("clamp limit_to capped", "Return {a}, but {b} at most.", "ii", _TWO + "if {a} > {b}:\n        return {b}\n    return {a}", "value limit"),
    _shape("sign sign_of", "Return 1, 0 or -1.", "i", _ONE + "if {a} > 0:\n        return 1\n    if {a} < 0:\n        return -1\n    return 0"),
    _shape("grade mark_for", "Return the grade for a number of points.", "i", _ONE + 'if {a} >= 15:\n        return "good"\n    if {a} >= 8:\n        return "ok"\n    return "bad"', "points"),
    _shape("fee ticket_price entry", "Return the fee: free below 6, half below 18, full from then on.", "i", _ONE + "if {a} < 6:\n        return 0\n    if {a} < 18:\n        return 5\n    return 10", "age"),
    _shape("total sum_all add_all", "Return the sum of all {a}.", "n", _ONE + "result = 0\n    for {b} in {a}:\n        result += {b}\n    return result", "numbers number"),
    _shape("product multiply_all", "Return the product of all {a}.", "n", _ONE + "result = 1\n    for {b} in {a}:\n        result *= {b}\n    return result", "numbers number"),
    _shape("average mean", "Return the average of {a}.", "n", _ONE + "return sum({a}) / len({a})", "values"),
    _shape("average mean_of", "Return the average.", "n", _ONE + "total = sum({a})\n    count = len({a})\n    return total / count", "numbers"),
    _shape("count_items size_of how_many", "Return how many {a} there are.", "n", _ONE + "count = 0\n    for {b} in {a}:\n        count += 1\n    return count", "items item"),
    _shape("count_even even_count", "Return how many of {a} are even.", "n", _ONE + "count = 0\n    for {b} in {a}:\n        if {b} % 2 == 0:\n            count += 1\n    return count", "numbers number"),
    _shape("count_above number_above", "Return how many of {a} are above {b}.", "ni", _TWO + "count = 0\n    for item in {a}:\n        if item > {b}:\n            count += 1\n    return count", "values limit"),
    _shape("first first_of head", "Return the first of {a}.", "n", _ONE + "return {a}[0]", "items"),
    _shape("last last_of tail_item", "Return the last of {a}.", "n", _ONE + "return {a}[-1]", "items"),
    _shape("second second_of", "Return the second of {a}.", "n", _ONE + "return {a}[1]", "items"),
    _shape("without_first rest all_but_first", "Return {a} without the first one.", "n", _ONE + "return {a}[1:]", "items"),
    _shape("without_last all_but_last", "Return {a} without the last one.", "n", _ONE + "return {a}[:-1]", "items"),
    _shape("first_two start_of", "Return the first two of {a}.", "n", _ONE + "return {a}[:2]", "items"),
    _shape("last_two end_of", "Return the last two of {a}.", "n", _ONE + "return {a}[-2:]", "items"),
    _shape("top highest maximum", "Return the largest of {a}.", "n", _ONE + "return max({a})", "values"),
    _shape("lowest minimum least", "Return the smallest of {a}.", "n", _ONE + "return min({a})", "values"),
    _shape("spread span_of", "Return the largest minus the smallest.", "n", _ONE + "return max({a}) - min({a})", "values"),
    _shape("largest find_max biggest", "Return the largest of {a}.", "n", _ONE + "best = {a}[0]\n    for {b} in {a}:\n        if {b} > best:\n            best = {b}\n    return best", "numbers number"),
    _shape("smallest find_min", "Return the smallest of {a}.", "n", _ONE + "best = {a}[0]\n    for {b} in {a}:\n        if {b} < best:\n            best = {b}\n    return best", "numbers number"),
    _shape("ordered sort_up ascending", "Return {a} from small to large.", "n", _ONE + "return sorted({a})", "values"),
    _shape("descending sort_down ranking", "Return {a} from large to small.", "n", _ONE + "return sorted({a}, reverse=True)", "values"),
    _shape("evens only_even keep_even", "Return the even ones of {a}.", "n", _ONE + "return [{b} for {b} in {a} if {b} % 2 == 0]", "numbers n"),
    _shape("doubles double_all", "Return all {a} times two.", "n", _ONE + "return [{b} * 2 for {b} in {a}]", "numbers n"),
    _shape("squares square_all", "Return the squares of {a}.", "n", _ONE + "result = []\n    for {b} in {a}:\n        result.append({b} ** 2)\n    return result", "numbers n"),
    _shape("positives keep_positive", "Return the ones above zero.", "n", _ONE + "result = []\n    for {b} in {a}:\n        if {b} > 0:\n            result.append({b})\n    return result", "numbers n"),
    _shape("contains has includes", "Tell whether {b} is in {a}.", "ni", _TWO + "for item in {a}:\n        if item == {b}:\n            return True\n    return False", "items wanted"),
    _shape("position index_of find_place", "Return where {b} is in {a}, or -1.", "ni", _TWO + "for place in range(len({a})):\n        if {a}[place] == {b}:\n            return place\n    return -1", "items wanted"),
    _shape("count_up numbers_to up_to", "Return the numbers from 1 to {a}.", "j", _ONE + "return list(range(1, {a} + 1))", "n"),
    _shape("sum_to sum_up_to triangle", "Return the sum of 1 to {a}.", "j", _ONE + "total = 0\n    for i in range(1, {a} + 1):\n        total += i\n    return total", "n"),
    _shape("factorial fact", "Return the product of 1 to {a}.", "j", _ONE + "result = 1\n    for i in range(2, {a} + 1):\n        result *= i\n    return result", "n"),
    _shape("countdown count_down", "Return the numbers from {a} down to 1.", "j", _ONE + "return list(range({a}, 0, -1))", "n"),
    _shape("table times_table", "Return the first three multiples of {a}.", "j", _ONE + "return [{a} * i for i in range(1, 4)]", "n"),
    _shape("every_second alternate", "Return every second of {a}.", "n", _ONE + "return {a}[::2]", "items"),
    _shape("backwards reversed_list turned", "Return {a} backwards.", "n", _ONE + "return {a}[::-1]", "items"),
    _shape("greet greeting hello_to", "Return a greeting.", "s", _ONE + 'return "Hello, " + {a} + "!"', "name"),
    _shape("full_name join_names", "Return both names with a space between.", "ss", _TWO + 'return {a} + " " + {b}', "first last"),
    _shape("label tag_line", "Return name and value with a colon.", "si", _TWO + 'return {a} + ": " + str({b})', "name value"),
    _shape("shout loud upper_case", "Return {a} in capital letters.", "s", _ONE + "return {a}.upper()", "text"),
    _shape("whisper quiet lower_case", "Return {a} in small letters.", "s", _ONE + "return {a}.lower()", "text"),
    _shape("initial first_letter", "Return the first letter.", "s", _ONE + "return {a}[0]", "word"),
    _shape("ending last_letter", "Return the last letter.", "s", _ONE + "return {a}[-1]", "word"),
    _shape("mirror reverse_text backward", "Return {a} backwards.", "s", _ONE + "return {a}[::-1]", "text"),
    _shape("letters letter_count size", "Return how many letters {a} has.", "s", _ONE + "return len({a})", "word"),
    _shape("repeat echo_text", "Return {a} {b} times.", "sj", _TWO + "return {a} * {b}", "text times"),
    _shape("words word_list split_words", "Return the words of {a}.", "t", _ONE + "return {a}.split()", "text"),
    _shape("count_words word_count", "Return how many words {a} has.", "t", _ONE + "return len({a}.split())", "text"),
    _shape("join_words sentence glue", "Return the words with spaces between.", "w", _ONE + 'return " ".join({a})', "words"),
    _shape("comma_list as_list", "Return the words with commas between.", "w", _ONE + 'return ", ".join({a})', "words"),
    _shape("longest longest_word", "Return the longest word.", "w", _ONE + "return max({a}, key=len)", "words"),
    _shape("shortest shortest_word", "Return the shortest word.", "w", _ONE + "return min({a}, key=len)", "words"),
    _shape("begins_with has_prefix starts", "Tell whether {a} starts with {b}.", "ss", _TWO + "return {a}.startswith({b})", "text prefix"),
    _shape("clean tidy trimmed", "Return {a} without the spaces around it.", "t", _ONE + 'return (" " + {a} + " ").strip()', "text"),
    _shape("slug to_slug dashed", "Return {a} in small letters with dashes.", "t", _ONE + 'return {a}.lower().replace(" ", "-")', "title"),
    _shape("vowels count_vowels", "Return how many vowels {a} has.", "s", _ONE + 'count = 0\n    for letter in {a}:\n        if letter in "aeiou":\n            count += 1\n    return count', "word"),
    _shape("is_palindrome palindrome", "Tell whether {a} reads the same backwards.", "s", _ONE + "return {a} == {a}[::-1]", "word"),
    _shape("is_empty empty", "Tell whether {a} has no items.", "n", _ONE + "return len({a}) == 0", "items"),
    _shape("lengths word_lengths", "Return the length of each word.", "w", _ONE + "return [len({b}) for {b} in {a}]", "words word"),
    _shape("capitals capitalize_all", "Return the words with capital first letters.", "w", _ONE + "return [{b}.capitalize() for {b} in {a}]", "words word"),
    _shape("lookup value_of get_value", "Return the value for {b}, or 0.", "ds", _TWO + "return {a}.get({b}, 0)", "table key"),
    _shape("total_stock sum_values", "Return the sum of all values.", "d", _ONE + "total = 0\n    for key in {a}:\n        total += {a}[key]\n    return total", "stock"),
    _shape("names_of keys_sorted", "Return the names in order.", "d", _ONE + "return sorted({a}.keys())", "stock"),
    _shape("root square_root", "Return the square root of {a}.", "q", "import math\n\n\n" + _ONE + "return math.sqrt({a})", "number"),
    _shape("round_up ceiling", "Return {a} divided by two, rounded up.", "i", "import math\n\n\n" + _ONE + "return math.ceil({a} / 2)", "number"),
    _shape("hypotenuse diagonal", "Return the length of the diagonal.", "qq", "import math\n\n\n" + _TWO + "return math.sqrt({a} + {b})", "x y"),
    _shape("to_json as_json dump", "Return {a} as JSON.", "d", "import json\n\n\n" + _ONE + "return json.dumps({a})", "data"),
    _shape("minutes_left time_left", "Return what is left of the hour.", "i", _ONE + "return 60 - {a}", "minute"),
    _shape("shipping delivery_cost", "Return 0 from 20 on, else 4.", "i", _ONE + "if {a} >= 20:\n        return 0\n    return 4", "total"),
    _shape("with_tax gross add_tax", "Return the price and its tax.", "jj", _TWO + "tax = {a} * {b}\n    return {a} + tax", "price rate"),
    _shape("speed velocity", "Return the distance per hour.", "jj", _TWO + "return {a} / {b}", "distance hours"),
    _shape("pairs couple zipped", "Return the neighbours as pairs.", "n", _ONE + "return [({a}[i], {a}[i + 1]) for i in range(len({a}) - 1)]", "items"),
    _shape("swap exchange", "Return the two in the other order.", "ii", _TWO + "return {b}, {a}"),
    _shape("login may_enter allowed", "Tell whether there is a name and the age is right.", "si", _TWO + 'return {a} != "" and {b} >= 18', "name age"),
]  # fmt: skip

WEIGHTS = {"missing colon": 0.3, "missing bracket": 0.4, "wrong keyword": 0.2, "wrong operator": 3.0, "off by one": 4.0, "wrong comparison": 2.5, "missing return": 1.5, "wrong name": 1.5}  # fmt: skip
"""Of the kinds of mistakes, where several can be made; 1 for all others."""

_PAIRS = [("a", "b", "c"), ("x", "y", "z"), ("first", "second", "third"), ("left", "right", "middle"), ("m", "n", "k")]


def _argument(v: Vocabulary, kind: str) -> Any:
    draw = v.draw
    match kind:
        case "i":
            return draw.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 17, 18, 19, 20, 25, 30, draw.randint(0, 99)])
        case "j":
            return draw.randint(2, 9)
        case "q":
            return draw.choice([4, 9, 16, 25, 36, 49, 64, 81, 100])
        case "n":
            return [draw.randint(1, 20) for _ in range(draw.randint(3, 5))]
        case "s":
            return draw.choice([v.word(), v.first_name(), "level", v.nonsense()])
        case "w":
            return list(dict.fromkeys(v.word() for _ in range(3)))
        case "t":
            return v.words(2, 3)
        case "b":
            return draw.chance(0.5)
        case _:
            return {v.word(): draw.randint(1, 20) for _ in range(2)}


@dataclass(frozen=True, slots=True)
class Bug:
    """A wrong line in a right function: number `at` in `code`, from 0, where `good` should stand.

    `kind` says in two words what is wrong; `cases` are calls with what they must give; `others` are lines that are
    just as wrong.
    """

    name: str
    code: str
    at: int
    good: str
    kind: str
    cases: tuple[tuple[str, Any], ...]
    does: str
    others: tuple[str, ...] = ()

    @property
    def wrong(self) -> str:
        """The line as it is."""
        return self.code.split("\n")[self.at]

    @property
    def fixed(self) -> str:
        """The code as it should be."""
        lines = self.code.split("\n")
        lines[self.at] = self.good
        return "\n".join(lines)


_SWAPS: list[tuple[str, str, tuple[str, ...]]] = [
    ("wrong operator", r" \+ (?!1\b)", (" - ", " * ")), ("wrong operator", r" - (?!1\b)", (" + ",)),
    ("wrong operator", r" / ", (" * ", " // ", " - ")), ("wrong operator", r" // ", (" % ", " / ", " * ")), ("wrong operator", r" % ", (" // ", " / ")),
    ("wrong operator", r" \*\* ", (" * ", " + ")), ("wrong operator", r" \+= ", (" -= ", " = ", " *= ")), ("wrong operator", r" \*= ", (" += ", " = ")),
    ("wrong operator", r" \* ", (" + ", " - ", " / ", " ** ")),
    ("wrong comparison", r" > ", (" < ", " >= ", " == ")), ("wrong comparison", r" < ", (" > ", " <= ")), ("wrong comparison", r" >= ", (" > ", " <= ", " < ")),
    ("wrong comparison", r" <= ", (" < ", " >= ")), ("wrong comparison", r" == ", (" != ",)), ("wrong comparison", r" != ", (" == ",)),
    ("wrong operator", r" and ", (" or ",)), ("wrong operator", r" or ", (" and ",)), ("missing not", r" not ", (" ",)), ("wrong value", r"\bTrue\b", ("False",)), ("wrong value", r"\bFalse\b", ("True",)),
    ("off by one", r" \+ 1\b", ("", " + 2")), ("off by one", r" - 1\b", ("", " - 2")), ("off by one", r"range\(1, ", ("range(", "range(2, ")), ("off by one", r"range\(2, ", ("range(3, ",)), ("off by one", r", 0, -1", (", 1, -1", ", -1, -1")),
    ("off by one", r"\[0\]", ("[1]",)), ("off by one", r"\[1\]", ("[0]", "[2]")), ("wrong index", r"\[-1\]", ("[0]", "[-2]", "[1]")), ("off by one", r"\[1:\]", ("[2:]", "[0:]")), ("off by one", r"\[:-1\]", ("[:-2]", "[1:]")), ("off by one", r"\[:2\]", ("[:1]", "[:3]", "[2:]")), ("off by one", r"\[-2:\]", ("[-1:]", "[-3:]", "[:2]")),
    ("wrong start value", r" = 0$", (" = 1",)), ("wrong start value", r" = 1$", (" = 0", " = 2")), ("wrong step", r"\[::2\]", ("[::3]", "[1::2]")), ("wrong slice", r"\[::-1\]", ("[::1]", "[:-1]")),
    ("wrong function", r"\bmax\(", ("min(",)), ("wrong function", r"\bmin\(", ("max(",)), ("wrong method", r"\.upper\(", (".lower(", ".title(")), ("wrong method", r"\.lower\(", (".upper(",)), ("wrong function", r"\bsum\(", ("max(", "len(")), ("wrong function", r"\blen\(", ("sum(", "max(")),
    ("wrong function", r"\babs\(", ("(", "-abs(")), ("wrong method", r"\.startswith\(", (".endswith(",)), ("wrong function", r"\bceil\(", ("floor(",)), ("wrong order", r", reverse=True", ("",)), ("wrong order", r"sorted\((\w+)\)", (r"sorted(\1, reverse=True)",)),
    ("wrong separator", r'" "', ('""', '"-"')), ("wrong separator", r'", "', ('" "', '","')), ("wrong text", r"Hello, ", ("Hello ", "Hallo, ", "Hello,")), ("wrong separator", r'": "', ('":"', '" "')), ("wrong separator", r'"-"', ('"_"', '""')),
    ("wrong number", r"\b60\b", ("24", "100", "6")), ("wrong number", r"\b100\b", ("10", "1000")), ("wrong number", r"\b18\b", ("16", "21", "81")), ("wrong number", r"\b3$", ("2",)), ("wrong number", r"\b20\b", ("2", "25")), ("wrong number", r" 2 == 0", (" 3 == 0", " 2 == 1")), ("wrong number", r" 2 == 1", (" 2 == 0",)),
    ("wrong number", r"\* 2\b", ("* 3", "* 1")), ("wrong number", r"/ 2\b", ("/ 3", "/ 4")), ("wrong number", r"return 10$", ("return 1", "return 100")), ("wrong number", r"return -1$", ("return 1", "return 0")), ("wrong letters", r'"aeiou"', ('"aeio"', '"eiou"', '"aiou"')), ("wrong text", r'"good"', ('"bad"', '"god"')), ("wrong text", r'"ok"', ('"good"', '"k"')),
    ("missing colon", r":$", ("",)), ("missing bracket", r"\)$", ("",)), ("missing bracket", r"\):$", (":",)), ("missing bracket", r"\]$", ("",)), ("one equals sign too few", r"(?<=[\w\])]) == ", (" = ",)), ("one equals sign too many", r"^(\s+\w+) = ", (r"\1 == ",)),
    ("wrong method", r"\.append\(", (".push(", ".add(", ".append_item(", ".apend(")), ("wrong method", r"\.split\(", (".splt(", ".words(", ".spilt(")), ("wrong method", r"\.strip\(", (".trim(", ".strp(")), ("wrong method", r"\.upper\(", (".uper(", ".to_upper(", ".toUpperCase(")), ("wrong method", r"\.lower\(", (".lowr(", ".tolower(")), ("wrong method", r"\.join\(", (".jion(", ".concat(")),
    ("wrong method", r"\.replace\(", (".replce(", ".sub(")), ("wrong method", r"\.capitalize\(", (".capitalise(", ".captialize(")), ("wrong method", r"\.get\(", (".fetch(", ".gett(")), ("wrong name", r"\blen\(", ("length(", "lenght(", "size(")), ("wrong name", r"\brange\(", ("rang(", "raneg(")), ("wrong name", r"\bsorted\(", ("sort(", "sortd(")), ("wrong name", r"\bmax\(", ("maximum(", "mx(")), ("wrong name", r"\bsum\(", ("summ(", "total_of(")), ("wrong name", r"\bstr\(", ("string(", "srt(")), ("missing str", r"str\((\w+)\)", (r"\1",)), ("wrong name", r"math\.sqrt", ("math.squareroot", "math.sqr")), ("wrong name", r"json\.dumps", ("json.dump_s", "json.to_string")),
    ("wrong keyword", r"^(\s*)return ", (r"\1retrun ", r"\1retur ")), ("wrong keyword", r"^def ", ("deff ", "define ", "function ")), ("wrong key", r"\[key\]", ("['key']", "[0]")),
]  # fmt: skip


def possible_mistakes(draw: Draw, lines: list[str], variables: list[str]) -> list[tuple[int, str, str]]:
    """Ways to get one line wrong: its number, the wrong line, what is wrong."""
    found: list[tuple[int, str, str]] = []
    for at, line in enumerate(lines):
        if not line.strip() or '"""' in line or line.lstrip().startswith("#"):
            continue
        for kind, pattern, others in _SWAPS:
            for match in re.finditer(pattern, line):
                if line.startswith("def ") and kind not in ("missing colon", "missing bracket", "wrong keyword"):
                    continue
                other = match.expand(draw.pick(others).replace("\\s", "s"))
                found.append((at, line[: match.start()] + other + line[match.end() :], kind))
        if line.startswith("import "):
            continue
        if not line.startswith("def "):
            for name in variables:
                for match in re.finditer(rf"\b{name}\b", line):
                    others = [other for other in variables if other != name]
                    if others:
                        found.append(
                            (at, line[: match.start()] + draw.pick(others) + line[match.end() :], "wrong name")
                        )
                    wrong = misspelt(draw, name)
                    found += [(at, line[: match.start()] + wrong + line[match.end() :], "wrong name")] * 2
        value = re.fullmatch(r"(\s+)return (.+)", line)
        if value is not None and at >= len(lines) - 2:
            indent, what = value.groups()
            for wrong in (f"{indent}{what}", f"{indent}result = {what}", f"{indent}print({what})", f"{indent}return"):
                found += [(at, wrong, "missing return")] * 3
        if value is not None and len(value.group(1)) == 4 and at and lines[at - 1].startswith("        "):
            found += [(at, "    " + line, "wrong indentation")] * 4
        if line.startswith("        ") and not line.startswith("            "):
            found.append((at, line[4:], "wrong indentation"))
    return found


def grows_in_a_loop(code: list[str], line: str) -> bool:
    """Whether this line makes longer what the code loops over, which may never end and takes all memory meanwhile."""
    grown = re.findall(r"\b(\w+)(?:\.(?:append|insert|extend)\(| [+*]= )|heappush\((\w+)", line)
    return any(
        re.search(rf"\bin (?:\w+\()*{name}\b|\bwhile .*\b{name}\b", row)
        for names in grown
        for name in names
        if name
        for row in code
    )


def misspelt(draw: Draw, name: str) -> str:
    if len(name) < 3:
        return draw.pick([name * 2, name + "1", name.upper(), f"{name}_"])
    at = draw.randrange(1, len(name) - 1)
    return draw.pick([name[:at] + name[at + 1 :], name[:at] + name[at + 1] + name[at] + name[at + 2 :], name + "s", name[:-1], f"{name}_", name.capitalize(), name[:at] + name[at] + name[at:], f"my_{name}"])  # fmt: skip


def outcome(code: str, call: str) -> Any:
    """What an expression gives behind that code, or the exception.

    Raises:
        Unsuitable: it does not end.
    """
    namespace: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()), limited():
            exec(compile(code, "<bug>", "exec"), namespace)
            return eval(call, namespace)
    except Endless:
        raise Unsuitable("endless") from None
    except Exception as error:  # noqa: BLE001 - a mistake may fail in any way
        return error


def _called(v: Vocabulary, shape: Shape) -> tuple[str, list[str], str]:
    """The name of a function, its variables, its code without a docstring."""
    draw = v.draw
    name = draw.pick(shape.names.split())
    slots = sorted(set(re.findall(r"\{([abc])\}", shape.code)))
    given = shape.variables.split() or list(draw.pick(_PAIRS))
    if draw.chance(0.3):
        given = [v.safe(draw.pick([v.nonsense, v.word])()) for _ in slots]
    while len(given) < len(slots):
        given.append(("item", "value", "extra")[len(given) % 3])
    variables = given[: len(slots)]
    inner = {"result", "total", "count", "best", "item", "place", "letter", "key", "tax", "i", "math", "json", name}
    if len(set(variables)) < len(variables) or set(variables) & inner or any(not x.isidentifier() for x in variables):
        raise Unsuitable("names")
    code = shape.code.replace("{f}", name)
    for slot, variable in zip(slots, variables, strict=True):
        code = code.replace(f"{{{slot}}}", variable)
    inside = [word for word in ("result", "total", "count", "best", "tax") if re.search(rf"\b{word}\b", code)]
    return name, variables + inside, code


def described(v: Vocabulary, shape: Shape, variables: list[str]) -> str:
    """What the function does, in a sentence."""
    text = shape.does
    for slot, variable in zip("abc", variables, strict=False):
        text = text.replace(f"{{{slot}}}", variable)
    return text


def right(v: Vocabulary) -> tuple[str, str, list[tuple[str, Any]], str]:
    """A function that is right: its name, its code, calls with what they give, what it does."""
    draw = v.draw
    shape = draw.pick(SHAPES)
    name, variables, code = _called(v, shape)
    does = described(v, shape, variables)
    lines = code.rstrip("\n").split("\n")
    start = next(at for at, line in enumerate(lines) if line.startswith("def "))
    if draw.chance(0.4):
        lines.insert(start + 1, f'    """{does}"""')
    elif draw.chance(0.15):
        lines.insert(start + 1, f"    # {does.rstrip('.')}")
    code = "\n".join(lines) + "\n"
    cases: list[tuple[str, Any]] = []
    for _ in range(draw.randint(2, 4)):
        arguments = [_argument(v, kind) for kind in shape.arguments]
        if shape.arguments == "ds" and draw.chance(0.6):
            arguments[1] = next(iter(arguments[0]))
        call = f"{name}({', '.join(literal(x) if isinstance(x, str) else repr(x) for x in arguments)})"
        value = outcome(code, call)
        if isinstance(value, Exception):
            raise Unsuitable("fails")
        if isinstance(value, float) and len(repr(value)) > 6:
            continue
        if all(call != other for other, _ in cases):
            cases.append((call, value))
    if not cases:
        raise Unsuitable("no cases")
    return name, code, cases, does


def bug(v: Vocabulary, *, kinds: Callable[[str], bool] = lambda kind: True, retries: bool = False) -> Bug:
    """A function with one mistake that its cases show; with `retries` also other lines that are wrong in its place."""
    draw = v.draw
    name, code, cases, does = right(v)
    lines = code.rstrip("\n").split("\n")
    variables = sorted(
        set(re.findall(r"\b[a-z_]\w*\b", " ".join(line for line in lines if '"""' not in line and "#" not in line)))
        & set(names(lines))
    )
    mistakes = [one for one in possible_mistakes(draw, lines, variables) if kinds(one[2])]
    by_kind = sorted({kind for _, _, kind in mistakes})
    if not by_kind:
        raise Unsuitable("no mistake")
    kind = draw.weighted([(WEIGHTS.get(kind, 1.0), kind) for kind in by_kind])
    at, wrong, kind = draw.pick([one for one in mistakes if one[2] == kind])

    def fails(line: str) -> str | None:
        if grows_in_a_loop(lines, line):
            return None
        broken = "\n".join([*lines[:at], line, *lines[at + 1 :]]) + "\n"
        shown = any(differs(outcome(broken, call), value) for call, value in cases)
        return broken if shown and broken != code else None

    broken = fails(wrong)
    if broken is None:
        raise Unsuitable("no difference")
    others = (
        [] if not retries else [line for place, line, _ in mistakes if place == at and line != wrong and fails(line)]
    )
    return Bug(name, broken, at, lines[at], kind, tuple(cases), does, tuple(dict.fromkeys(others)))


def names(lines: list[str]) -> list[str]:
    """The variables of a function."""
    text = "\n".join(lines)
    header = re.search(r"def \w+\((.*?)\)", text)
    names = header.group(1).split(", ") if header else []
    return [*names, *re.findall(r"^\s+(\w+) = ", text, re.M), *re.findall(r"\bfor (\w+) in", text)]


def differs(found: Any, expected: Any) -> bool:
    """Whether a test would see it."""
    return isinstance(found, Exception) or type(found) is not type(expected) or found != expected


def shown(value: Any) -> str:
    """A value as it stands in a test."""
    return literal(value) if isinstance(value, str) else repr(value)


def test_file(v: Vocabulary, module: str, name: str, cases: tuple[tuple[str, Any], ...]) -> str:
    """A test of a function in `module` that stops at the first case that fails."""
    draw = v.draw
    head = f"from {module} import {name}\n"
    done = draw.pick(["ok", "all tests passed", "passed", "done", "all good", "tests passed", "fine"])
    style = draw.randrange(8)
    rows: list[str] = []
    if style <= 1:
        rows = [f"assert {call} == {shown(value)}" for call, value in cases]
    elif style == 2:
        rows = [f"assert {call} == {shown(value)}" + (f', f"got {{{call}}}"' if '"' not in call else "") for call, value in cases]  # fmt: skip
    elif style == 3:
        rows = [f"result = {call}\nassert result == {shown(value)}, result" for call, value in cases]
    elif style == 4:
        calls = [f"    def test_{number}(self):\n        self.assertEqual({call}, {shown(value)})" for number, (call, value) in enumerate(cases, 1)]  # fmt: skip
        case = draw.pick([f"Test{v.pascal()}", "Tests", f"{v.pascal()}Test"])
        return f"import unittest\n\n{head}\n\nclass {case}(unittest.TestCase):\n" + "\n\n".join(calls) + '\n\n\nif __name__ == "__main__":\n    unittest.main()\n'  # fmt: skip
    elif style == 5:
        body = "\n".join(f"    assert {call} == {shown(value)}" for call, value in cases)
        test = draw.pick([f"test_{name}", "main", "check", "run_tests"])
        return f'{head}\n\ndef {test}():\n{body}\n\n\n{test}()\nprint("{done}")\n'
    elif style == 6:
        check = draw.pick(["check", "expect", "equal", "verify"])
        rows = [f"{check}({call}, {shown(value)})" for call, value in cases]
        body = "    if found != expected:\n" '        print("expected", expected, "but got", found)\n' "        raise SystemExit(1)\n"  # fmt: skip
        return f"{head}\n\ndef {check}(found, expected):\n{body}\n\n" + "\n".join(rows) + f'\nprint("{done}")\n'
    else:
        rows = [f"assert {call} is {shown(value)}" if isinstance(value, bool) else f"assert {call} == {shown(value)}" for call, value in cases]  # fmt: skip
    if not rows:
        raise Unsuitable("no rows")
    return head + "\n" + "\n".join(rows) + f'\nprint("{done}")\n'
