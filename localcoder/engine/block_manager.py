"""Which KV block holds what: reference counts, reuse by content, eviction."""

from __future__ import annotations

import hashlib
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from localcoder.engine.backend import BLOCK_TOKENS

ROOT_HASH = b""
"""The parent of a sequence's first block."""


def block_hash(parent: bytes, token_ids: Sequence[int]) -> bytes:
    """The identity of a full block: its tokens and, through `parent`, all tokens before it.

    128 bits of BLAKE2b, so that two different prefixes never share a block by accident or by intent.
    """
    if len(token_ids) != BLOCK_TOKENS:
        raise ValueError(f"a full block has {BLOCK_TOKENS} tokens, not {len(token_ids)}")
    return hashlib.blake2b(parent + array("I", token_ids).tobytes(), digest_size=16).digest()


class BlockManager:
    """Owns the block numbers 0..total-1 of a KV cache.

    A block is *used* (some sequence references it), *cached* (nobody does, but its content is published and may be
    reused, until it is evicted, least recently used first), or *free*. Only full blocks are ever published or shared,
    and a full block is never written again, so no copy on write is needed.
    """

    def __init__(self, total: int) -> None:
        if total < 1:
            raise ValueError("a KV cache needs at least one block")
        self.total = total
        self._references = [0] * total
        self._free = list(range(total - 1, -1, -1))
        self._cached: OrderedDict[int, None] = OrderedDict()
        self._hash_of: dict[int, bytes] = {}
        self._block_of: dict[bytes, int] = {}

    @property
    def free(self) -> int:
        """Blocks without content worth keeping."""
        return len(self._free)

    @property
    def cached(self) -> int:
        """Blocks that nobody references and whose content can be reused."""
        return len(self._cached)

    @property
    def used(self) -> int:
        """Blocks that sequences reference; counted, not derived, so that `check` can find a leak."""
        return sum(count > 0 for count in self._references)

    @property
    def available(self) -> int:
        """Blocks that `allocate` can hand out: the free and the cached ones."""
        return len(self._free) + len(self._cached)

    def match(self, hashes: Iterable[bytes]) -> list[int]:
        """The blocks that hold the longest known prefix of this chain. They are not referenced yet: `share` them."""
        blocks = []
        for digest in hashes:
            block = self._block_of.get(digest)
            if block is None:
                break
            blocks.append(block)
        return blocks

    def exclusive(self, blocks: Iterable[int]) -> int:
        """How many of a sequence's blocks nobody else references: what its release makes available."""
        return sum(self._references[block] == 1 for block in blocks)

    def share(self, blocks: Iterable[int]) -> None:
        """Add a reference to each of these matched blocks."""
        for block in blocks:
            if self._references[block] == 0:
                del self._cached[block]
            self._references[block] += 1

    def allocate(self) -> int:
        """A block to write to, evicting the least recently used cached one if need be.

        Ask `available` first.
        """
        if self._free:
            block = self._free.pop()
        else:
            block, _ = self._cached.popitem(last=False)
            del self._block_of[self._hash_of.pop(block)]
        self._references[block] = 1
        return block

    def publish(self, block: int, digest: bytes) -> None:
        """Offer a full block for reuse; call it only once its keys and values are written.

        Where another block already holds the same content, that one stays the one to find.
        """
        if digest not in self._block_of and block not in self._hash_of:
            self._block_of[digest] = block
            self._hash_of[block] = digest

    def release(self, blocks: Sequence[int]) -> None:
        """Drop one reference to each block of a sequence.

        The last blocks become the least recently used, so that eviction shortens a prefix from its end.
        """
        for block in reversed(blocks):
            self._references[block] -= 1
            if self._references[block] == 0:
                if block in self._hash_of:
                    self._cached[block] = None
                else:
                    self._free.append(block)

    def check(self) -> None:
        """Raise AssertionError unless free + cached + used = total and every index agrees with the others."""
        counts = (self.free, self.cached, self.used, self.total)
        assert self.free + self.cached + self.used == self.total, f"blocks leaked: free, cached, used, total = {counts}"
        assert min(self._references) >= 0, "a block was released twice"
        assert len(set(self._free)) == len(self._free), "a block is free twice"
        assert {digest: block for block, digest in self._hash_of.items()} == self._block_of, "hash indexes disagree"
        assert all(block in self._hash_of and self._references[block] == 0 for block in self._cached)
        assert not any(block in self._hash_of or self._references[block] for block in self._free)
