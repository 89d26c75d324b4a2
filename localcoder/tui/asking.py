"""How a request is asked about beside a draft: the panel, the keys that answer it, and the one key that is held."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.timer import Timer

from localcoder.agent.events import ApprovalRequested
from localcoder.tui.approvals import Approvals, Choice, KeyGate
from localcoder.tui.widgets.approval import ApprovalPanel, Hint
from localcoder.tui.widgets.prompt import Prompt


class Asking:
    """Shows the first of the waiting requests in `panel` and answers it with keys of the draft, as `gate` allows.

    `on_change` gets the request that is shown from now on, or None.
    """

    def __init__(
        self,
        panel: ApprovalPanel,
        prompt: Prompt,
        gate: KeyGate,
        on_change: Callable[[ApprovalRequested | None], None],
    ) -> None:
        self.approvals = Approvals(self._changed)
        self._panel = panel
        self._prompt = prompt
        self._gate = gate
        self._on_change = on_change
        self._held: tuple[Choice, str, Timer] | None = None
        self._until_keys_count: Timer | None = None

    def drop_held(self) -> bool:
        """Forget the held key; False if there is none."""
        if self._held is None:
            return False
        self._held[2].stop()
        self._held = None
        self.update_hint()
        return True

    def decides_on_held(self, event: events.Key) -> bool:
        """Let another key decide about the one that is held; True if it does nothing else: Esc takes it back."""
        if self._held is None:
            return False
        if event.key == "escape":
            return self.drop_held()
        self._release_held()
        return False

    def press(self, event: events.Key) -> bool:
        """See a key that would go to the draft; True if it answers the request, which is then held for a moment."""
        choice = self._gate.press(event.key, self._prompt.text, event.time)
        if choice is None:
            self.update_hint()
            return False
        timer = self._panel.set_timer(self._gate.hold_s, self._give_held)
        self._held = (choice, event.character or "", timer)
        self.update_hint()
        return True

    def answered(self, choice: Choice, *, with_draft: bool) -> None:
        """The focused panel was answered; `with_draft`: with the draft as the reason, which then must not be empty."""
        feedback = ""
        if with_draft:
            feedback = self._prompt.full_text.strip()
            if not feedback:
                return
            self._prompt.clear_draft()
        self.approvals.answer(choice, feedback)

    def update_hint(self) -> None:
        """Show how the request can be answered now: keys that do not count yet are not shown as if they did."""
        if self._until_keys_count is not None:
            self._until_keys_count.stop()
            self._until_keys_count = None
        if self.approvals.current is None:
            return
        held = self._held[0] if self._held else None
        wait_s = self._gate.wait_s(_now())
        counts = wait_s == 0.0 and self._prompt.has_focus  # an open choice has the keys
        self._panel.set_hint(Hint(self._panel.has_focus, bool(self._prompt.text), held, counts))
        if wait_s:
            self._until_keys_count = self._panel.set_timer(wait_s, self.update_hint)

    def _changed(self) -> None:
        if not self._panel.is_running:
            return
        self._release_held()
        self._gate.hide()
        request = self.approvals.current
        if request is None:
            self._panel.hide()
            if self._panel.has_focus:
                self._prompt.focus()
        else:
            # The keys count from the moment the request can be seen.
            self._panel.call_after_refresh(self._painted)
            self._panel.show(request, self.approvals.count)
        self._on_change(request)
        self.update_hint()

    def shown_again(self) -> None:
        """Another screen was before this one: the keys count from now on."""
        if self.approvals.current is not None:
            self._gate.hide()
            self.update_hint()
            self._panel.call_after_refresh(self._painted)

    def _painted(self) -> None:
        if self.approvals.current is not None:
            self._gate.show(_now())
            self.update_hint()

    def _give_held(self) -> None:
        if self._held is not None:
            choice, self._held = self._held[0], None
            self.approvals.answer(choice)

    def _release_held(self) -> None:
        """The held key was the beginning of a word: give it to the draft."""
        if self._held is not None:
            character = self._held[1]
            self.drop_held()
            self._prompt.insert(character)


def _now() -> float:
    """The time of the clock that key events are stamped with."""
    return events.Event().time
