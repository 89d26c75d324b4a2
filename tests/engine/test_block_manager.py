from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, precondition, rule

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.block_manager import ROOT_HASH, BlockManager, block_hash


def chain(path: tuple[int, ...]) -> list[bytes]:
    """The hashes of blocks filled with these numbers."""
    hashes: list[bytes] = []
    for number in path:
        hashes.append(block_hash(hashes[-1] if hashes else ROOT_HASH, [number] * BLOCK_TOKENS))
    return hashes


class BlockManagerMachine(RuleBasedStateMachine):
    """Against a model that remembers what was last written to each block, as the prefix up to it."""

    holdings = Bundle("holdings")

    @rule(total=st.integers(1, 6))
    @precondition(lambda self: not hasattr(self, "manager"))
    def create(self, total: int) -> None:
        self.manager = BlockManager(total)
        self.content: dict[int, tuple[int, ...]] = {}
        self.held: dict[int, int] = {}

    @rule(target=holdings, path=st.lists(st.integers(0, 2), min_size=1, max_size=5).map(tuple), publish=st.booleans())
    @precondition(lambda self: hasattr(self, "manager"))
    def run_a_sequence(self, path: tuple[int, ...], publish: bool) -> list[int]:
        hashes = chain(path)
        blocks = self.manager.match(hashes)
        for length, block in enumerate(blocks, 1):
            assert self.content[block] == path[:length], "a matched block holds something else"
        self.manager.share(blocks)
        fresh = len(path) - len(blocks)
        if self.manager.available < fresh:
            self.manager.release(blocks)
            return []
        for length in range(len(blocks) + 1, len(path) + 1):
            block = self.manager.allocate()
            assert not self.held.get(block), "an allocated block is in use"
            self.content[block] = path[:length]
            if publish:
                self.manager.publish(block, hashes[length - 1])
            blocks.append(block)
        for block in blocks:
            self.held[block] = self.held.get(block, 0) + 1
        return blocks

    @rule(blocks=consumes(holdings))
    def release(self, blocks: list[int]) -> None:
        self.manager.release(blocks)
        for block in blocks:
            self.held[block] -= 1

    @invariant()
    def counts_add_up(self) -> None:
        if hasattr(self, "manager"):
            self.manager.check()
            assert self.manager.used == sum(count > 0 for count in self.held.values())
            assert self.manager.available == self.manager.total - self.manager.used

    @invariant()
    def every_known_hash_matches_its_content(self) -> None:
        if hasattr(self, "manager"):
            for block, digest in self.manager._hash_of.items():
                assert chain(self.content[block])[-1] == digest


TestBlockManager = BlockManagerMachine.TestCase
TestBlockManager.settings = settings(max_examples=60, stateful_step_count=30)


def _fill(manager: BlockManager, path: tuple[int, ...]) -> list[int]:
    blocks = [manager.allocate() for _ in path]
    for block, digest in zip(blocks, chain(path), strict=True):
        manager.publish(block, digest)
    return blocks


def test_evicted_block_is_never_a_prefix_hit() -> None:
    manager = BlockManager(2)
    manager.release(_fill(manager, (1, 2)))
    assert len(manager.match(chain((1, 2)))) == 2
    manager.allocate()
    assert len(manager.match(chain((1, 2)))) == 1
    manager.allocate()
    assert manager.match(chain((1, 2))) == []


def test_eviction_takes_the_end_of_the_least_recently_used_prefix_first() -> None:
    manager = BlockManager(4)
    old, new = _fill(manager, (1, 2)), _fill(manager, (3, 4))
    manager.release(old)
    manager.release(new)
    assert [manager.allocate() for _ in range(4)] == [old[1], old[0], new[1], new[0]]


def test_free_blocks_are_used_before_cached_ones() -> None:
    manager = BlockManager(3)
    manager.release(_fill(manager, (1,)))
    manager.allocate()
    manager.allocate()
    assert len(manager.match(chain((1,)))) == 1


def test_a_shared_block_stays_used_until_the_last_reference_goes() -> None:
    manager = BlockManager(1)
    blocks = _fill(manager, (1,))
    manager.share(blocks)
    manager.release(blocks)
    assert (manager.used, manager.exclusive(blocks)) == (1, 1)
    manager.release(blocks)
    assert (manager.used, manager.cached) == (0, 1)


def test_equal_content_after_another_prefix_is_another_block() -> None:
    assert chain((1, 2))[1] != chain((3, 2))[1]


def test_a_partial_block_has_no_hash() -> None:
    with pytest.raises(ValueError, match="full block"):
        block_hash(ROOT_HASH, [1] * (BLOCK_TOKENS - 1))


def test_check_finds_a_double_release() -> None:
    manager = BlockManager(1)
    block = manager.allocate()
    manager.release([block])
    manager.release([block])
    with pytest.raises(AssertionError):
        manager.check()
