"""What the terminal is left with, and what the shell's job control does to it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from textual.driver import Driver

_STAYS_ON = "\x1b[?1016l\x1b[?2048l"
"""Mouse positions in pixels and notes of the size: the library switches them on where they are known, and not off."""


def restoring(driver: type[Driver]) -> type[Driver]:
    """`driver`, which gives the terminal back without what it would leave switched on, and is stopped as a job."""

    class RestoringDriver(driver):  # type: ignore[misc, valid-type]
        _shown = False

        def start_application_mode(self) -> None:
            if sys.platform != "win32":
                _wait_for_foreground()
                _follow_job_control(self)
            super().start_application_mode()
            self._shown = True

        def stop_application_mode(self) -> None:
            self._shown = False
            self.write(_STAYS_ON)
            super().stop_application_mode()

    return RestoringDriver


if sys.platform != "win32":
    import termios

    def _wait_for_foreground() -> None:
        """Stop where the shell has the terminal for itself, until it gives it to this job."""
        with suppress(termios.error):  # the system stops background jobs that set the terminal's attributes
            termios.tcsetattr(0, termios.TCSANOW, termios.tcgetattr(0))

    def _follow_job_control(driver: Any) -> None:
        # By the loop: the library's own handlers write in the middle of whatever runs, also of another write, which
        # then waits for itself.
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTSTP, _stop, driver)
        loop.add_signal_handler(signal.SIGCONT, _continued, driver)

    def _stop(driver: Any) -> None:
        """Give the terminal back, stop, and take it again afterwards; where there is no shell to go on in, at once."""
        shown = driver._shown
        if shown:
            driver.suspend_application_mode()
        loop = asyncio.get_running_loop()
        loop.remove_signal_handler(signal.SIGTSTP)
        loop.remove_signal_handler(signal.SIGCONT)
        # All of the job, as the terminal itself would: the shell waits for the `make` that started the chat. What the
        # system does by default is nothing where no shell could continue the job; a plain SIGSTOP would be for ever.
        os.kill(0, signal.SIGTSTP)
        _follow_job_control(driver)
        if shown:
            _show_again(driver)

    def _continued(driver: Any) -> None:
        """Something else stopped the process (SIGSTOP), and the shell has set the terminal to its own liking."""
        if driver._shown:
            driver.suspend_application_mode()
            _show_again(driver)

    def _show_again(driver: Any) -> None:
        driver._must_signal_resume = True  # so that the screen is drawn anew
        driver.resume_application_mode()
