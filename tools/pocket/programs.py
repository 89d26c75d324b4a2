"""Small programs: what to print, said in many ways, and the code that does it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from tools.pocket.draw import Draw
from tools.pocket.phrasing import listed, quoted
from tools.pocket.words import ANIMALS, CITIES, COLORS, FIRST_NAMES, FRUITS, GOODS, Vocabulary


@dataclass(frozen=True, slots=True)
class Program:
    """`objects` completes "a script that prints ..."; `plan` is the short form of it for the reasoning.

    `tasks` complete "a script to ...", where there is a verb of its own for what it does.
    """

    objects: tuple[str, ...]
    plan: str
    code: str
    tasks: tuple[str, ...] = ()


def literal(text: str) -> str:
    """A Python string literal the way people write it: double quotes unless that needs escapes."""
    if '"' in text and "'" not in text and "\\" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)


def _say(draw: Draw, text: str) -> str:
    kind = draw.pick(
        [
            "",
            "",
            "",
            "",
            "the text ",
            "the line ",
            "the message ",
            "just ",
            "exactly ",
            "the words ",
            "a line saying ",
            "the string ",
            "only ",
            "the sentence ",
        ]
    )
    return kind + spoken(draw, text, bare=0.45)


def spoken(draw: Draw, text: str, *, bare: float) -> str:
    """A text in a sentence; never bare where its full stop would pass for the sentence's."""
    return quoted(draw, text, bare=0 if text.endswith(".") else bare)


def rare(v: Vocabulary) -> str:
    """A short text that nobody has seen before, so that it can only be copied."""
    draw = v.draw
    word = v.nonsense
    return draw.pick(
        [
            word,
            lambda: f"{word()} {word()}",
            lambda: f"{word()} {v.word()} {word()}",
            lambda: f"{word().capitalize()} {draw.pick(['is', 'has', 'wants', 'met', 'and', 'or', 'sees'])} {word()}",
            lambda: f"{draw.randint(2, 9999)} {word()}s",
            lambda: f"{word().upper()} {draw.randint(0, 999)}",
            lambda: f"{word()}, {word()}!",
            lambda: f"{word()}-{word()}",
            lambda: f"{word().capitalize()} {word().capitalize()}",
            lambda: f"{word()}{draw.randint(10, 99)} {v.word()}",
            lambda: f"{v.words(1, 2)} {word()} {draw.randint(0, 99)}:{draw.randint(10, 59)}",
            lambda: f"{word().capitalize()} ({word()})",
            lambda: f"{word()} = {draw.randint(1, 500)}",
            lambda: f"{word()}: {v.words(1, 3)}",
        ]
    )()


def text_of(v: Vocabulary) -> str:
    """What to print or to write: half of them known words, half rare ones."""
    return rare(v) if v.draw.chance(0.4) else v.message()


def message(v: Vocabulary) -> Program:
    draw = v.draw
    text = text_of(v)
    q = spoken(draw, text, bare=0.3)
    return Program(
        (_say(draw, text),), f"print {literal(text)}", f"print({literal(text)})\n",
        (f"say {q}", f"greet the world with {q}" if draw.chance(0.2) else f"say {q} to whoever runs it", f"print a line that reads {q}"),
    )  # fmt: skip


def several_messages(v: Vocabulary) -> Program:
    draw = v.draw
    texts = [
        text_of(v) if draw.chance(0.4) else draw.pick([v.any_word, v.nonsense])() for _ in range(draw.randint(2, 4))
    ]
    bare = 0.5 if not any(re.search(r"[,;.&]|\band\b|\bthen\b", text) for text in texts) else 0.0
    mark = draw.pick(['"', "'", "`"])
    items = texts if draw.chance(bare) else [f"{mark}{text}{mark}" if mark not in text else text for text in texts]
    form = draw.pick(
        [
            "{} on separate lines",
            "{}, each on its own line",
            "{}",
            "the lines {}",
            "{} (one per line)",
            "first {} in separate lines",
            "these lines: {}",
            "{} line by line",
            "the words {} below each other",
            "one per line: {}",
        ]
    )
    return Program(
        (form.format(listed(draw, items)),),
        "print " + ", ".join(literal(text) for text in texts),
        "".join(f"print({literal(text)})\n" for text in texts),
    )


def repeated(v: Vocabulary) -> Program:
    draw = v.draw
    text, n = text_of(v), draw.randint(2, 9)
    word = {
        2: "twice",
        3: "three times",
        4: "four times",
        5: "five times",
        6: "six times",
        7: "seven times",
        8: "eight times",
        9: "nine times",
    }[n]
    times = draw.pick([f"{n} times", word, f"{n} times", f"{n} times in a row", f"{n}x"])
    said = _say(draw, text)
    return Program(
        (f"{said} {times}", f"{times} {said}", f"{said} exactly {times}", f"{said} {times} in a loop"),
        f"print {literal(text)} {n} times",
        f"for _ in range({n}):\n    print({literal(text)})\n",
        (f"repeat {said} {times}", f"say {said} {times}", f"loop {n} times and print {said}", f"print {said} again and again, {times}"),
    )  # fmt: skip


def counting(v: Vocabulary) -> Program:
    draw = v.draw
    a = draw.pick([1, 1, 1, 0, draw.randint(2, 30)])
    b = a + draw.randint(2, 12)
    return Program(
        (f"the numbers from {a} to {b}", f"{a} to {b}", f"the numbers {a} to {b}, one per line", f"all integers between {a} and {b}", f"every number from {a} up to {b}",
         f"numbers {a} through {b}", f"the integers from {a} to {b} on separate lines", f"{a} through {b} each on its own line", f"the count from {a} to {b}", f"{a}..{b}"),
        f"print {a} to {b}", f"for i in range({a}, {b + 1}):\n    print(i)\n",
        (f"count from {a} to {b}", f"count to {b}" if a == 1 else f"count up from {a} to {b}", f"loop from {a} to {b} and print each number", f"go through the numbers {a} to {b} and print them",
         f"count {a} to {b}, one number a line", f"list the numbers {a} to {b}"),
    )  # fmt: skip


def countdown(v: Vocabulary) -> Program:
    draw = v.draw
    a, b = draw.randint(3, 12), draw.pick([1, 1, 0])
    return Program(
        (f"a countdown from {a} to {b}", f"the numbers from {a} down to {b}", f"{a} to {b} backwards", f"the numbers {a} down to {b}, one per line", f"the integers from {a} to {b} in descending order"),
        f"print {a} down to {b}", f"for i in range({a}, {b - 1}, -1):\n    print(i)\n",
        (f"count down from {a} to {b}", f"count backwards from {a} to {b}", f"count {a} down to {b}"),
    )  # fmt: skip


def parity(v: Vocabulary) -> Program:
    draw = v.draw
    n, even = draw.randint(5, 24), draw.chance(0.5)
    word = "even" if even else "odd"
    return Program(
        (f"the {word} numbers up to {n}", f"all {word} numbers from 1 to {n}", f"every {word} number between 1 and {n}", f"the {word} numbers from 1 to {n}", f"{word} numbers up to {n}, one per line"),
        f"print {word} numbers 1 to {n}", f"for i in range(1, {n + 1}):\n    if i % 2 == {0 if even else 1}:\n        print(i)\n",
    )  # fmt: skip


def powers(v: Vocabulary) -> Program:
    draw = v.draw
    a, b = draw.pick([1, 1, 1, draw.randint(2, 5)]), draw.randint(6, 12)
    word, op = draw.pick([("squares", "** 2"), ("cubes", "** 3"), ("squares", "** 2")])
    return Program(
        (f"the {word} of the numbers from {a} to {b}", f"the {word} of {a} to {b}", f"the {word} from {a} to {b}", f"{word} of all numbers between {a} and {b}", f"the {word} of {a} through {b}, one per line", f"a list of the {word} of {a} to {b}"),
        f"print {word} of {a} to {b}", f"for i in range({a}, {b + 1}):\n    print(i {op})\n",
    )  # fmt: skip


_NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty""".split()


def _wrapped(draw: Draw, expressions: tuple[str, ...]) -> tuple[str, ...]:
    """Verb phrases around what is to be calculated."""
    expressions = tuple(text for text in expressions if not text.startswith(("what", "how"))) or expressions
    forms = [
        "compute {}", "calculate {}", "work out {}", "figure out {}", "calculate {} and print it", "compute {} and print the result",
        "find {} and show it", "print the answer to {}", "evaluate {} and print the value", "do the calculation {} and print the answer",
        "tell what {} is", "tell how much {} is", "show how much {} is", "print what you get for {}", "solve {} and print the solution",
        "work out what {} is and print that", "print the value of {}", "print the outcome of {}",
    ]  # fmt: skip
    return tuple(form.format(draw.pick(expressions)) for form in draw.some(forms, 5, 7))


def arithmetic(v: Vocabulary) -> Program:
    draw = v.draw
    a, b = v.number(), draw.randint(2, 99)
    nouns, verbs, op = draw.pick(
        [
            (("the sum of {a} and {b}", "{a} plus {b}", "{a} + {b}", "{a}+{b}", "the total of {a} and {b}", "{a} and {b} added together", "{a} and {b} combined", "{a} increased by {b}", "{a} with {b} added"),
             ("add {a} and {b}", "add {a} to {b}", "add up {a} and {b}", "sum {a} and {b}", "add {a} and {b} together and print the sum", "put {a} and {b} together and print the sum"), "+"),
            (("the product of {a} and {b}", "{a} times {b}", "{a} * {b}", "{a}*{b}", "{a} multiplied by {b}", "{a} x {b}", "{a} × {b}", "{a} · {b}", "{a} by {b} multiplied", "{a} multiplied with {b}"),
             ("multiply {a} by {b}", "multiply {a} and {b}", "multiply {a} with {b} and print the product", "take {a} times {b}"), "*"),
            (("{a} minus {b}", "{a} - {b}", "{a}-{b}", "the difference of {a} and {b}", "the difference between {a} and {b}", "{a} less {b}", "{a} reduced by {b}", "{a} decreased by {b}", "what is left of {a} after taking away {b}"),
             ("subtract {b} from {a}", "take {b} away from {a}", "take {b} from {a}", "deduct {b} from {a} and print what is left", "subtract {b} from {a} and print the result"), "-"),
            (("{a} divided by {b}", "{a} / {b}", "{a}/{b}", "the quotient of {a} and {b}", "{a} ÷ {b}", "{a} over {b}", "{a} split into {b} equal parts"),
             ("divide {a} by {b}", "split {a} into {b} equal parts and print the size of one", "divide {a} by {b} and print the quotient"), "/"),
            (("the remainder of {a} divided by {b}", "{a} modulo {b}", "{a} % {b}", "{a} mod {b}", "the rest of {a} divided by {b}", "what remains when {a} is divided by {b}"),
             ("divide {a} by {b} and print the remainder", "take {a} modulo {b}"), "%"),
            (("{a} // {b}", "the whole part of {a} divided by {b}", "{a} divided by {b} without the remainder", "the integer quotient of {a} and {b}", "how many times {b} fits into {a}"),
             ("divide {a} by {b} and drop the remainder", "do the integer division of {a} by {b}"), "//"),
        ]
    )  # fmt: skip
    if draw.chance(0.12):
        a, b, op = draw.randint(2, 12), draw.randint(2, 9), "**"
        nouns = (
            "{a} to the power of {b}",
            "{a} ** {b}",
            "{a}^{b}",
            "{a} raised to {b}",
            "{a} to the power {b}",
            "{a} to the {b}th power" if b > 3 else "{a}**{b}",
        )
        verbs = ("raise {a} to the power of {b}", "take {a} to the power of {b}")  # fmt: skip
    elif draw.chance(0.12):
        a = draw.pick([f"{draw.randint(0, 40)}.{draw.randint(1, 9)}", f"-{draw.randint(1, 60)}"])
        nouns = tuple(noun for noun in nouns if "{a} " in noun and not noun.startswith("what"))
        verbs = verbs[:1]
    elif draw.chance(0.15):
        x, y = draw.randint(0, 20), draw.randint(1, 20)
        said_a, said_b = _NUMBERS[x], _NUMBERS[y]
        nouns = tuple(noun for noun in nouns if re.search(r"\w{3}", noun)) or nouns
        nouns = tuple(noun.format(a=said_a, b=said_b) for noun in nouns if "th power" not in noun)
        verbs = tuple(verb.format(a=said_a, b=said_b) for verb in verbs)
        a, b = x, y
    expressions = tuple(noun.format(a=a, b=b) for noun in nouns)
    asked = draw.pick([text for text in expressions if not text.startswith(("what", "how"))])
    plain = asked.replace("the ", "", 1)
    return Program(
        (*expressions, f"the result of {asked}", f"the answer to {asked}", f"what {asked} is", f"how much {asked} is", f"the value of {plain}"),
        f"print {a} {op} {b}", f"print({a} {op} {b})\n", (*(verb.format(a=a, b=b) for verb in verbs), *_wrapped(draw, expressions)),
    )  # fmt: skip


def expression(v: Vocabulary) -> Program:
    """A calculation of one number, or of three."""
    draw = v.draw
    a, b, c = draw.randint(2, 500), draw.randint(2, 60), draw.randint(2, 30)
    names, code = draw.pick(
        [
            (("{a} + {b} + {c}", "{a} plus {b} plus {c}", "{a}+{b}+{c}"), "{a} + {b} + {c}"),
            (("{a} + {b} * {c}", "{a} plus {b} times {c}", "{a} + {b} × {c}"), "{a} + {b} * {c}"),
            (("({a} + {b}) * {c}", "the sum of {a} and {b}, times {c}", "{c} times the sum of {a} and {b}"), "({a} + {b}) * {c}"),
            (("{a} * {b} - {c}", "{a} times {b} minus {c}", "the product of {a} and {b}, minus {c}"), "{a} * {b} - {c}"),
            (("{a} * {b} + {c}", "{a} times {b} plus {c}", "the product of {a} and {b}, plus {c}"), "{a} * {b} + {c}"),
            (("({a} - {b}) / {c}", "the difference of {a} and {b}, divided by {c}"), "({a} - {b}) / {c}"),
            (("{a} - {b} - {c}", "{a} minus {b} minus {c}"), "{a} - {b} - {c}"),
            (("{a} * {b} * {c}", "{a} times {b} times {c}", "{a} × {b} × {c}", "the volume of a box of {a} by {b} by {c}"), "{a} * {b} * {c}"),
            (("{a} - ({b} + {c})", "{a} minus the sum of {b} and {c}"), "{a} - ({b} + {c})"),
            (("{b}% of {a}", "{b} percent of {a}", "{b} per cent of {a}", "{b} % of {a}"), "{a} * {b} / 100"),
            (("half of {a}", "one half of {a}", "{a} halved"), "{a} / 2"),
            (("a third of {a}", "one third of {a}"), "{a} / 3"),
            (("a quarter of {a}", "one quarter of {a}", "a fourth of {a}"), "{a} / 4"),
            (("twice {a}", "the double of {a}", "{a} doubled", "two times {a}"), "{a} * 2"),
            (("three times {a}", "{a} tripled", "the triple of {a}"), "{a} * 3"),
            (("the cube of {c}", "{c} cubed", "{c} to the third power"), "{c} ** 3"),
            (("the square of {a}", "{a} squared", "{a} to the second power", "{a} times itself"), "{a} ** 2"),
            (("the average of {a} and {b}", "the mean of {a} and {b}", "the middle between {a} and {b}"), "({a} + {b}) / 2"),
            (("the larger of {a} and {b}", "the bigger of the numbers {a} and {b}", "the maximum of {a} and {b}", "whichever of {a} and {b} is larger"), "max({a}, {b})"),
            (("the smaller of {a} and {b}", "the lesser of {a} and {b}", "the minimum of {a} and {b}"), "min({a}, {b})"),
            (("whether {a} is greater than {b}", "if {a} is greater than {b}", "whether {a} > {b}"), "{a} > {b}"),
            (("whether {a} is divisible by {c}", "if {a} can be divided by {c}"), "{a} % {c} == 0"),
        ]
    )  # fmt: skip
    names = tuple(name.format(a=a, b=b, c=c) for name in names)
    code = code.format(a=a, b=b, c=c)
    tasks = () if names[0].startswith("whether") else _wrapped(draw, names)
    return Program(
        (*names, *names, f"the result of {names[0]}") if tasks else names, f"print {code}", f"print({code})\n", tasks
    )


def steps(v: Vocabulary) -> Program:
    draw = v.draw
    step = draw.randint(2, 12)
    if draw.chance(0.5):
        end = step * draw.randint(3, 10) + draw.randint(0, step - 1)
        return Program(
            (f"the multiples of {step} up to {end}", f"all multiples of {step} that are at most {end}", f"every multiple of {step} from {step} to {end}"),
            f"print the multiples of {step} up to {end}", f"for i in range({step}, {end + 1}, {step}):\n    print(i)\n",
            (f"list the multiples of {step} up to {end}", f"count to {end} by {step}s, starting at {step}"),
        )  # fmt: skip
    start = draw.randint(0, 20)
    end = start + step * draw.randint(2, 9)
    return Program(
        (f"the numbers from {start} to {end} in steps of {step}", f"{start} to {end} in steps of {step}", f"every {step}th number from {start} to {end}" if step > 3 else f"{start} to {end} with a step of {step}"),
        f"print {start} to {end} in steps of {step}", f"for i in range({start}, {end + 1}, {step}):\n    print(i)\n",
        (f"count from {start} to {end} in steps of {step}", f"count from {start} to {end} by {step}", f"go from {start} to {end}, {step} at a time, and print each number"),
    )  # fmt: skip


def labelled(v: Vocabulary) -> Program:
    """A line with a number in it, several times."""
    draw = v.draw
    label, n = draw.pick([v.any_word, v.nonsense, lambda: v.nonsense().capitalize()])(), draw.randint(2, 12)
    return Program(
        (f"{label} 1 to {label} {n}", f"{label} 1, {label} 2 and so on up to {label} {n}", f"the lines {label} 1 through {label} {n}", f"the word {label} with the numbers 1 to {n} behind it, one per line"),
        f"print {label} 1 to {label} {n}", f'for i in range(1, {n + 1}):\n    print(f"{label} {{i}}")\n',
        (f"count {label} 1 to {label} {n}, one per line", f"list {label} 1 up to {label} {n}"),
    )  # fmt: skip


def answered(v: Vocabulary) -> Program:
    """A text and a result on one line."""
    draw = v.draw
    text, made = draw.pick([v.words(1, 3), rare(v), "The result is", "Total:", "Sum:", v.any_word()]), arithmetic(v)
    q, value = quoted(draw, text, bare=0), made.plan.removeprefix("print ")
    said = draw.pick(made.objects[:4])
    return Program(
        (f"{q} followed by {said}", f"{q} and then {said} on the same line", f"the text {q} and behind it {said}", f"{q} and {said} in one line"),
        f"print {literal(text)}, {value}", f"print({literal(text)}, {value})\n",
    )  # fmt: skip


def combined(v: Vocabulary) -> Program:
    """Two things, one after the other."""
    draw = v.draw
    first, second = (draw.pick([one_line, arithmetic, expression, counting])(v) for _ in range(2))
    a, b = draw.pick(first.objects), draw.pick(second.objects)
    return Program(
        (f"{a}, then {b}", f"{a} and after that {b}", f"first {a} and then {b}", f"{a} and, below it, {b}", f"{a} and on the next line {b}"),
        f"{first.plan}, then {second.plan}", first.code + second.code,
    )  # fmt: skip


def one_line(v: Vocabulary) -> Program:
    text = text_of(v)
    return Program((quoted(v.draw, text, bare=0),), f"print {literal(text)}", f"print({literal(text)})\n")


def over_list(v: Vocabulary) -> Program:
    draw = v.draw
    numbers = [draw.randint(1, draw.pick([20, 99])) for _ in range(draw.randint(3, 6))]
    text = draw.pick(
        [
            ", ".join(map(str, numbers)),
            ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}",
            str(numbers),
            " ".join(map(str, numbers)),
        ]
    )
    names, code = draw.pick(
        [
            (("the sum of {}", "the total of {}", "the sum of the numbers {}", "the sum of the list {}"), "print(sum(numbers))"),
            (("the largest of {}", "the maximum of {}", "the biggest number in {}", "the highest of the numbers {}", "the max of {}"), "print(max(numbers))"),
            (("the smallest of {}", "the minimum of {}", "the lowest number of {}", "the min of {}"), "print(min(numbers))"),
            (("the average of {}", "the mean of {}", "the average of the numbers {}"), "print(sum(numbers) / len(numbers))"),
            (("{} sorted", "the sorted list of {}", "the numbers {} in ascending order", "{} in sorted order"), "print(sorted(numbers))"),
            (("{} sorted in descending order", "the numbers {} from largest to smallest", "{} in descending order"), "print(sorted(numbers, reverse=True))"),
            (("how many numbers are in {}", "the length of the list {}", "the count of {}"), "print(len(numbers))"),
            (("the list {} reversed", "{} in reverse order", "the numbers {} backwards"), "print(numbers[::-1])"),
            (("the numbers {} doubled", "twice each of {}"), "print([n * 2 for n in numbers])"),
        ]
    )  # fmt: skip
    plan = code[6:-1]
    return Program(
        tuple(name.format(text) for name in names), f"print {plan} of {numbers}", f"numbers = {numbers}\n{code}\n"
    )


def sum_to(v: Vocabulary) -> Program:
    n = v.draw.pick([10, 50, 100, 1000, v.draw.randint(5, 500)])
    return Program(
        (f"the sum of the numbers from 1 to {n}", f"the sum of 1 to {n}", f"the sum of all integers from 1 up to {n}", f"1 + 2 + ... + {n}", f"the total of the numbers 1 through {n}", f"the sum of the first {n} numbers"),
        f"print the sum of 1 to {n}", f"print(sum(range(1, {n + 1})))\n",
        (f"add up the numbers from 1 to {n}", f"sum the integers from 1 to {n}", f"sum up 1 to {n} and print the total", f"add all numbers from 1 to {n} and print the sum"),
    )  # fmt: skip


def factorial(v: Vocabulary) -> Program:
    n = v.draw.randint(3, 15)
    return Program(
        (f"the factorial of {n}", f"{n} factorial", f"{n}!", f"factorial {n}"),
        f"print the factorial of {n}",
        f"import math\n\nprint(math.factorial({n}))\n",
    )


def fibonacci(v: Vocabulary) -> Program:
    n = v.draw.randint(5, 15)
    return Program(
        (f"the first {n} fibonacci numbers", f"the first {n} Fibonacci numbers", f"{n} fibonacci numbers", f"the fibonacci sequence up to {n} terms", f"the first {n} terms of the Fibonacci sequence", f"the first {n} numbers of the fibonacci series"),
        f"print the first {n} fibonacci numbers", f"a, b = 0, 1\nfor _ in range({n}):\n    print(a)\n    a, b = b, a + b\n",
    )  # fmt: skip


def times_table(v: Vocabulary) -> Program:
    n = v.draw.randint(2, 15)
    return Program(
        (f"the multiplication table of {n}", f"the times table for {n}", f"the {n} times table", f"the multiplication table for {n} from 1 to 10", f"{n} times 1 to 10"),
        f"print the multiplication table of {n}", f'for i in range(1, 11):\n    print(f"{n} x {{i}} = {{{n} * i}}")\n',
    )  # fmt: skip


def fizzbuzz(v: Vocabulary) -> Program:
    n = v.draw.pick([10, 15, 15, 20])
    code = (
        f'for i in range(1, {n + 1}):\n    if i % 15 == 0:\n        print("FizzBuzz")\n    elif i % 3 == 0:\n        print("Fizz")\n'
        '    elif i % 5 == 0:\n        print("Buzz")\n    else:\n        print(i)\n'
    )
    return Program(
        (f"fizzbuzz from 1 to {n}", f"FizzBuzz up to {n}", f"fizzbuzz for the numbers 1 to {n}", f"fizz buzz till {n}"),
        f"print FizzBuzz 1 to {n}",
        code,
    )


def primes(v: Vocabulary) -> Program:
    n = v.draw.randint(10, 40)
    return Program(
        (f"the prime numbers up to {n}", f"all primes below {n + 1}", f"all prime numbers from 2 to {n}", f"the primes up to {n}", f"every prime number until {n}"),
        f"print primes up to {n}", f"for n in range(2, {n + 1}):\n    if all(n % d for d in range(2, n)):\n        print(n)\n",
    )  # fmt: skip


def on_word(v: Vocabulary) -> Program:
    draw = v.draw
    word = draw.pick([v.word(), v.any_word(), v.proper(), v.words(2, 3), v.nonsense()])
    q = quoted(draw, word, bare=0.35)
    text = literal(word)
    letter = draw.pick([c for c in word if c.isalpha()])
    names, code = draw.pick(
        [
            (("{q} reversed", "{q} backwards", "the reverse of {q}", "the word {q} in reverse", "{q} spelled backwards", "the string {q} reversed"), f"print({text}[::-1])"),
            (("{q} in uppercase", "{q} in upper case", "the uppercase version of {q}", "{q} in capital letters", "{q} in all caps"), f"print({text}.upper())"),
            (("{q} in lowercase", "the lowercase version of {q}", "{q} in lower case", "{q} in small letters"), f"print({text}.lower())"),
            (("the length of {q}", "how many characters {q} has", "the number of characters in {q}", "how long {q} is", "the number of letters in {q}"), f"print(len({text}))"),
            (("how often {l} occurs in {q}", "the number of {l} in {q}", "how many times {l} appears in {q}", "the count of the letter {l} in {q}"), f"print({text}.count({literal(letter)}))"),
            (("each letter of {q} on its own line", "the letters of {q}, one per line", "every character of {q} on a separate line", "{q} letter by letter"), f"for letter in {text}:\n    print(letter)"),
            (("the first letter of {q}", "the first character of {q}"), f"print({text}[0])"),
            (("the last letter of {q}", "the last character of {q}"), f"print({text}[-1])"),
            (("the number of vowels in {q}", "how many vowels {q} has", "the vowel count of {q}"), f'print(sum(letter in "aeiou" for letter in {text}.lower()))'),
            (("whether {q} is a palindrome", "if {q} is a palindrome"), f"word = {text}\nprint(word == word[::-1])"),
            (("{q} in title case", "{q} with capitalised words"), f"print({text}.title())"),
        ]
    )  # fmt: skip
    lq = quoted(draw, letter, bare=0.5)
    objects = tuple(name.format(q=q, l=lq) for name in names)
    return Program(
        objects,
        f"print {code.splitlines()[-1].strip().removeprefix('print(').removesuffix(')')}"
        if not code.startswith("for ")
        else f"print the letters of {text}",
        code + "\n",
    )


def over_words(v: Vocabulary) -> Program:
    draw = v.draw
    words = draw.pick(
        [
            draw.some(FRUITS, 3, 5),
            draw.some(ANIMALS, 3, 5),
            draw.some(COLORS, 3, 5),
            draw.some(FIRST_NAMES, 3, 4),
            draw.some(CITIES, 3, 4),
            [v.word() for _ in range(3)],
            [v.nonsense() for _ in range(draw.randint(2, 4))],
            draw.some(GOODS, 3, 5),
        ]
    )
    name = draw.pick(["items", "words", "names", "values", "things"])
    text = listed(draw, words)
    lst = json.dumps(words, ensure_ascii=False)
    joiner = draw.pick(["-", ", ", " ", " | ", "/"])
    shapes, code = draw.pick(
        [
            (("each of {} on its own line", "every item of the list {}", "{} from a list, one per line", "the items {} using a for loop", "all of {} in a loop", "each item in a list of {}"), f"for item in {name}:\n    print(item)"),
            (("{} in alphabetical order", "{} sorted alphabetically", "the words {} sorted", "{} in sorted order, one per line"), f"for item in sorted({name}):\n    print(item)"),
            (("{} joined by " + quoted(draw, joiner, bare=0), "{} joined with " + quoted(draw, joiner, bare=0)), f"print({literal(joiner)}.join({name}))"),
            (("{} with a number in front of each", "a numbered list of {}", "{} numbered from 1"), f'for number, item in enumerate({name}, 1):\n    print(f"{{number}}. {{item}}")'),
            (("the longest of {}", "the longest word of {}"), f"print(max({name}, key=len))"),
            (("how many items are in {}", "the number of items in {}"), f"print(len({name}))"),
            (("a random choice of {}", "one of {} at random"), f"import random\n\nprint(random.choice({name}))"),
        ]
    )  # fmt: skip
    code = (
        f"import random\n\n{name} = {lst}\nprint(random.choice({name}))"
        if code.startswith("import")
        else f"{name} = {lst}\n{code}"
    )
    return Program(
        tuple(shape.format(text) for shape in shapes),
        f"list {', '.join(words)}; {code.splitlines()[-1].strip()}",
        code + "\n",
    )


def conversion(v: Vocabulary) -> Program:
    draw = v.draw
    n = draw.randint(1, 120)
    names, expression = draw.pick(
        [
            (("{n} degrees celsius in fahrenheit", "{n} °C in Fahrenheit", "{n} celsius converted to fahrenheit"), "{n} * 9 / 5 + 32"),
            (("{n} degrees fahrenheit in celsius", "{n} °F in Celsius", "{n} fahrenheit converted to celsius"), "({n} - 32) * 5 / 9"),
            (("{n} kilometers in miles", "{n} km in miles"), "{n} * 0.621371"),
            (("{n} miles in kilometers", "{n} miles converted to km"), "{n} * 1.609344"),
            (("{n} hours in minutes", "how many minutes {n} hours are"), "{n} * 60"),
            (("{n} minutes in seconds", "the number of seconds in {n} minutes"), "{n} * 60"),
            (("the number of hours in {n} days", "how many hours {n} days have"), "{n} * 24"),
            (("{n} in binary", "the binary form of {n}"), "bin({n})"),
            (("{n} in hexadecimal", "the hex form of {n}"), "hex({n})"),
            (("the square root of {n}",), "{n} ** 0.5"),
            (("the square of {n}", "{n} squared"), "{n} ** 2"),
            (("whether {n} is even", "if {n} is even"), "{n} % 2 == 0"),
            (("whether {n} is odd", "if {n} is odd"), "{n} % 2 == 1"),
            (("the area of a circle with radius {n}", "the area of a circle of radius {n}"), "3.14159 * {n} ** 2"),
            (("the area of a square with side {n}",), "{n} * {n}"),
            (("the absolute value of -{n}",), "abs(-{n})"),
        ]
    )  # fmt: skip
    expression = expression.format(n=n)
    return Program(tuple(name.format(n=n) for name in names), f"print {expression}", f"print({expression})\n")


def rectangle(v: Vocabulary) -> Program:
    a, b = v.draw.randint(2, 40), v.draw.randint(2, 40)
    shape = v.draw.pick(["area", "perimeter"])
    expression = f"{a} * {b}" if shape == "area" else f"2 * ({a} + {b})"
    return Program(
        (f"the {shape} of a rectangle of {a} by {b}", f"the {shape} of a {a} x {b} rectangle", f"the {shape} of a rectangle with width {a} and height {b}", f"the {shape} of a rectangle with sides {a} and {b}"),
        f"print {expression}", f"print({expression})\n",
    )  # fmt: skip


def pattern(v: Vocabulary) -> Program:
    draw = v.draw
    n, mark = draw.randint(2, 8), draw.pick(["*", "*", "#", "+", "o", "x"])
    name = {"*": "stars", "#": "hashes", "+": "plus signs", "o": "o's", "x": "x's"}[mark]
    if draw.chance(0.5):
        return Program(
            (
                f"a triangle of {n} rows of {name}",
                f"a triangle of {name} with {n} rows",
                f"a {n}-row triangle made of {mark}",
                f"a right triangle of {mark} with {n} lines",
            ),
            f"triangle of {mark}, {n} rows",
            f'for i in range(1, {n + 1}):\n    print("{mark}" * i)\n',
        )
    width = draw.randint(2, 30)
    return Program(
        (
            f"{width} {name} in a row",
            f"a line of {width} {name}",
            f"a row of {width} {mark}",
            f"{mark} {width} times on one line",
        ),
        f"print {mark} x {width}",
        f'print("{mark}" * {width})\n',
    )


def greeting(v: Vocabulary) -> Program:
    draw = v.draw
    name = draw.pick([draw.pick(FIRST_NAMES), v.nonsense().capitalize()])
    variable = draw.pick(["name", "user", "person", "who"])
    return Program(
        (f"a greeting for {name} from a variable {variable}", f"Hello, {name}! using a variable called {variable}", f"Hello, {name}! with {name} stored in a variable named {variable}"),
        f'{variable} = "{name}"; print Hello, {name}!', f'{variable} = "{name}"\nprint(f"Hello, {{{variable}}}!")\n',
    )  # fmt: skip


def variable(v: Vocabulary) -> Program:
    draw = v.draw
    name = v.variable()
    value = draw.pick([str(v.number()), literal(v.any_word()), v.decimal(), literal(v.proper()), literal(rare(v))])
    return Program(
        (f"the value of a variable {name} which is {value}", f"{name} after setting {name} = {value}", f"the variable {name} which is set to {value}"),
        f"{name} = {value}; print it", f"{name} = {value}\nprint({name})\n",
        (f"set {name} to {value} and print it", f"define {name} = {value} and print {name}", f"assign {value} to {name} and print {name}", f"store {value} in a variable {name} and print that", f"put {value} into {name} and print it"),
    )  # fmt: skip


def dictionary(v: Vocabulary) -> Program:
    draw = v.draw
    words = draw.some(FRUITS + GOODS + ANIMALS, 2, 4)
    pairs = {word: draw.randint(1, 99) for word in words}
    text = listed(draw, [draw.pick(["{}: {}", "{}: {}", "{} {}", "{}={}"]).format(k, n) for k, n in pairs.items()])
    name = draw.pick(["prices", "stock", "counts", "ages", "scores"])
    return Program(
        (f"each key and value of a dictionary {name} with {text}", f"the entries of a dict {name} ({text}), one per line", f"every pair of a dict {name} with {text}"),
        f"dict {name}, print its pairs", f'{name} = {json.dumps(pairs)}\nfor key, value in {name}.items():\n    print(key, value)\n',
    )  # fmt: skip


PROGRAMS: list[tuple[float, Callable[[Vocabulary], Program]]] = [
    (12, message), (3, several_messages), (2.5, repeated), (3, counting), (1.2, countdown), (1.5, parity), (2.2, powers), (4, arithmetic),
    (3, over_list), (1.5, sum_to), (1, factorial), (1.2, fibonacci), (1, times_table), (0.6, fizzbuzz), (0.8, primes), (4, on_word),
    (2.5, over_words), (2, conversion), (0.8, rectangle), (3, arithmetic), (4, expression), (1.2, steps), (1, labelled), (1, answered), (1.5, combined), (0.8, pattern), (0.8, greeting), (1.2, variable), (0.7, dictionary),
]  # fmt: skip


def program(v: Vocabulary) -> Program:
    """One of the small programs."""
    return v.draw.weighted(PROGRAMS)(v)


@dataclass(frozen=True, slots=True)
class Function:
    """A small function: `does` completes "a function NAME that ...", `call` is an example of its use."""

    name: str
    parameters: tuple[str, ...]
    does: tuple[str, ...]
    body: str
    call: str

    @property
    def code(self) -> str:
        """The definition."""
        return f"def {self.name}({', '.join(self.parameters)}):\n    {self.body}\n"


def function(v: Vocabulary) -> Function:
    """A function of none, one or two parameters."""
    draw = v.draw
    a, b = draw.pick([("a", "b"), ("x", "y"), ("first", "second"), ("left", "right"), ("m", "n"), ("p", "q")])
    if draw.chance(0.4):
        a, b = (v.safe(draw.pick([v.nonsense, v.word])()) for _ in range(2))
        if a == b or not (a.isidentifier() and b.isidentifier()):
            a, b = "this", "that"
    n, m = draw.randint(2, 30), draw.randint(2, 9)
    word = v.word()
    k = draw.randint(2, 12)
    text = v.message()
    shapes = [
        ("add", (a, b), ("returns the sum of {a} and {b}", "adds {a} and {b}", "returns {a} + {b}", "takes {a} and {b} and returns their sum", "gives back the sum of its two arguments {a} and {b}"), f"return {a} + {b}", (n, m)),
        ("subtract", (a, b), ("returns {a} minus {b}", "subtracts {b} from {a}", "returns {a} - {b}", "returns the difference of {a} and {b}"), f"return {a} - {b}", (n, m)),
        ("multiply", (a, b), ("returns the product of {a} and {b}", "multiplies {a} and {b}", "returns {a} * {b}", "returns {a} times {b}"), f"return {a} * {b}", (n, m)),
        ("divide", (a, b), ("returns {a} divided by {b}", "divides {a} by {b}", "returns {a} / {b}"), f"return {a} / {b}", (n, m)),
        ("power", (a, b), ("returns {a} to the power of {b}", "raises {a} to {b}"), f"return {a} ** {b}", (m, 3)),
        ("larger", (a, b), ("returns the larger of {a} and {b}", "returns the maximum of {a} and {b}", "returns whichever of {a} and {b} is bigger"), f"return max({a}, {b})", (n, m)),
        ("smaller", (a, b), ("returns the smaller of {a} and {b}", "returns the minimum of {a} and {b}"), f"return min({a}, {b})", (n, m)),
        ("average", (a, b), ("returns the average of {a} and {b}", "returns the mean of {a} and {b}"), f"return ({a} + {b}) / 2", (n, m)),
        ("square", (a,), ("returns the square of {a}", "squares {a}", "returns {a} squared", "returns {a} * {a}"), f"return {a} * {a}", (n,)),
        ("cube", (a,), ("returns the cube of {a}", "returns {a} cubed"), f"return {a} ** 3", (m,)),
        ("double", (a,), ("returns twice {a}", "doubles {a}", "returns {a} times two", "returns {a} * 2"), f"return {a} * 2", (n,)),
        ("triple", (a,), ("returns three times {a}", "triples {a}"), f"return {a} * 3", (n,)),
        ("half", (a,), ("returns half of {a}", "halves {a}"), f"return {a} / 2", (n,)),
        ("is_even", (a,), ("returns whether {a} is even", "checks if {a} is even", "returns True if {a} is even", "tells whether {a} is even"), f"return {a} % 2 == 0", (n,)),
        ("is_odd", (a,), ("returns whether {a} is odd", "checks if {a} is odd"), f"return {a} % 2 == 1", (n,)),
        ("is_positive", (a,), ("returns whether {a} is positive", "checks whether {a} is greater than zero"), f"return {a} > 0", (n,)),
        ("increment", (a,), ("returns {a} plus one", "returns {a} + 1", "adds one to {a}"), f"return {a} + 1", (n,)),
        (f"add_{k}", (a,), ("returns {a} plus " + str(k), "adds " + str(k) + " to {a}"), f"return {a} + {k}", (n,)),
        (f"times_{k}", (a,), ("returns {a} times " + str(k), "multiplies {a} by " + str(k)), f"return {a} * {k}", (n,)),
        ("negate", (a,), ("returns minus {a}", "returns the negative of {a}"), f"return -{a}", (n,)),
        ("greet", ("name",), ("returns Hello, followed by the name", 'returns "Hello, " and the name', "returns a greeting for name"), 'return f"Hello, {name}!"', (v.proper(),)),
        ("shout", ("text",), ("returns text in uppercase", "returns the text in upper case", "returns the uppercase text"), "return text.upper()", (word,)),
        ("whisper", ("text",), ("returns text in lowercase", "returns the text in lower case"), "return text.lower()", (word.upper(),)),
        ("reverse", ("text",), ("returns text reversed", "returns the text backwards", "reverses a string text", "reverses text"), "return text[::-1]", (word,)),
        ("length", ("text",), ("returns the length of text", "returns how long text is", "returns the number of characters in text"), "return len(text)", (word,)),
        ("count_words", ("text",), ("returns the number of words in text", "counts the words in text"), "return len(text.split())", (v.words(2, 5),)),
        ("first", ("items",), ("returns the first of items", "returns the first item of items"), "return items[0]", ([n, m, k],)),
        ("last", ("items",), ("returns the last of items", "returns the last item of items"), "return items[-1]", ([n, m, k],)),
        ("total", ("numbers",), ("returns the sum of numbers", "returns the total of the list numbers", "sums up numbers"), "return sum(numbers)", ([n, m, k],)),
        ("largest", ("numbers",), ("returns the largest of numbers", "returns the maximum of numbers"), "return max(numbers)", ([n, m, k],)),
        ("smallest", ("numbers",), ("returns the smallest of numbers", "returns the minimum of numbers"), "return min(numbers)", ([n, m, k],)),
        ("to_fahrenheit", ("celsius",), ("converts celsius to fahrenheit", "returns celsius in fahrenheit"), "return celsius * 9 / 5 + 32", (n,)),
        ("is_palindrome", ("text",), ("returns whether text is a palindrome", "checks if text is a palindrome"), "return text == text[::-1]", (word,)),
        ("remainder", (a, b), ("returns the remainder of {a} divided by {b}", "returns {a} modulo {b}", "returns {a} % {b}"), f"return {a} % {b}", (n, m)),
        ("is_divisible", (a, b), ("returns whether {a} is divisible by {b}", "checks if {b} divides {a}", "tells if {a} can be divided by {b}"), f"return {a} % {b} == 0", (n, m)),
        ("distance", (a, b), ("returns the absolute difference of {a} and {b}", "returns the distance between {a} and {b}"), f"return abs({a} - {b})", (m, n)),
        ("percent", (a, b), ("returns {b} percent of {a}", "returns {b}% of {a}"), f"return {a} * {b} / 100", (n, m)),
        ("is_larger", (a, b), ("returns whether {a} is larger than {b}", "checks if {a} is greater than {b}", "returns {a} > {b}"), f"return {a} > {b}", (n, m)),
        ("is_same", (a, b), ("returns whether {a} equals {b}", "checks if {a} and {b} are equal", "returns {a} == {b}"), f"return {a} == {b}", (n, m)),
        ("contains", (a, b), ("returns whether {b} is in {a}", "checks if {a} contains {b}"), f"return {b} in {a}", (word, word[-1])),
        ("swap", (a, b), ("returns {b} and {a} in this order", "returns {a} and {b} swapped"), f"return {b}, {a}", (n, m)),
        ("join", (a, b), ("joins {a} and {b} with a space between them", "returns {a} and {b} with a space in between"), f'return {a} + " " + {b}', (word, v.nonsense())),
        (f"minus_{k}", (a,), ("returns {a} minus " + str(k), "subtracts " + str(k) + " from {a}", "takes {a} and subtracts " + str(k)), f"return {a} - {k}", (n,)),
        (f"over_{k}", (a,), ("returns {a} divided by " + str(k), "divides {a} by " + str(k)), f"return {a} / {k}", (n,)),
        (f"above_{k}", (a,), ("returns whether {a} is greater than " + str(k), "checks if {a} is above " + str(k)), f"return {a} > {k}", (n,)),
        ("is_zero", (a,), ("returns whether {a} is zero", "checks if {a} equals 0", "returns {a} == 0"), f"return {a} == 0", (n,)),
        ("absolute", (a,), ("returns the absolute value of {a}", "returns {a} without its sign"), f"return abs({a})", (-n,)),
        ("identity", (a,), ("returns {a}", "returns {a} unchanged", "just returns {a}"), f"return {a}", (n,)),
        ("area", ("width", "height"), ("returns the area of a rectangle with that width and height", "returns width times height", "returns width * height"), "return width * height", (n, m)),
        ("to_minutes", ("hours",), ("converts hours to minutes", "returns the number of minutes in hours"), "return hours * 60", (n,)),
        ("to_celsius", ("fahrenheit",), ("converts fahrenheit to celsius", "returns fahrenheit in celsius"), "return (fahrenheit - 32) * 5 / 9", (n,)),
        ("repeat", ("text", "times"), ("returns text repeated times times", "repeats text as often as times says", "returns text * times"), "return text * times", (word, m)),
        ("initial", ("name",), ("returns the first letter of name", "returns the initial of name"), "return name[0]", (v.proper(),)),
        ("prefixed", ("text",), (f"puts {quoted(draw, word, bare=0)} in front of text", f"returns {quoted(draw, word, bare=0)} followed by text"), f"return {literal(word)} + text", (v.nonsense(),)),
        ("ordered", ("items",), ("returns items sorted", "returns the sorted items", "sorts items"), "return sorted(items)", ([n, m, k],)),
        ("amount", ("items",), ("returns how many items there are", "returns the number of items", "counts items"), "return len(items)", ([n, m, k],)),
        ("answer", (), (f"returns {n}", f"returns the number {n}", f"always returns {n}"), f"return {n}", ()),
        ("message", (), (f"returns {quoted(draw, text, bare=0.2)}", f"returns the text {quoted(draw, text, bare=0.2)}", f"returns the string {quoted(draw, text, bare=0.2)}"), f"return {literal(text)}", ()),
    ]  # fmt: skip
    name, parameters, does, body, arguments = draw.pick(shapes)
    if draw.chance(0.6):
        name = v.safe(v.function_name())
    if name in parameters:
        name += "_it"
    fill = {"a": a, "b": b}
    does = tuple(text.replace("{a}", fill["a"]).replace("{b}", fill["b"]) for text in does)
    call = f"{name}({', '.join(literal(x) if isinstance(x, str) else str(x) for x in arguments)})"
    return Function(name, parameters, does, body, call)
