"""Token ids to text, one token at a time, never half a character."""

from __future__ import annotations

import codecs
from collections.abc import Callable


class Detokenizer:
    """Joins the bytes of tokens to text and lets only complete characters out.

    A character whose bytes come in several tokens waits for its last byte. Bytes that can never become a character
    are dropped, as are those of a character that is incomplete at the end (when `max_tokens` cuts it): so U+FFFD
    comes out only where the model really wrote it. The work per token does not depend on the text so far.
    """

    def __init__(self, token_bytes: Callable[[int], bytes]) -> None:
        self._token_bytes = token_bytes
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")

    def push(self, token_id: int) -> str:
        """Take one more token; returns the characters that it completed."""
        return self._decoder.decode(self._token_bytes(token_id))

    def flush(self) -> str:
        """End the text: an incomplete character is dropped. The detokenizer is then as new."""
        text = self._decoder.decode(b"", final=True)
        self._decoder.reset()
        return text
