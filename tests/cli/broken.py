"""Commands that fail in ways that no real command should."""


def explode() -> None:
    raise ZeroDivisionError("the details")


def interrupted() -> None:
    raise KeyboardInterrupt
