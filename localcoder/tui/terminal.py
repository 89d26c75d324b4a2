"""What the terminal is left with."""

from __future__ import annotations

from textual.driver import Driver

_STAYS_ON = "\x1b[?1016l\x1b[?2048l"
"""Mouse positions in pixels and notes of the size: the library switches them on where they are known, and not off."""


def restoring(driver: type[Driver]) -> type[Driver]:
    """`driver`, which gives the terminal back without what it would leave switched on."""

    def stop_application_mode(self: Driver) -> None:
        self.write(_STAYS_ON)
        driver.stop_application_mode(self)

    return type("RestoringDriver", (driver,), {"stop_application_mode": stop_application_mode})
