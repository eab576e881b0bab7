"""One group for each element: a MESH has one volume id or surface id where files have several."""

from __future__ import annotations

import numpy as np

from .elements import row_keys
from .raw import CORNERS, DIMENSION, Block, Raw


def choose_groups(raw: Raw) -> list[str]:
    """Leaves every solid and face in the smallest group that has it, and returns what to tell.

    raw: blocks of one shape each, an element of several groups once for each of them.
    """
    sizes: dict[tuple[int, int], int] = {}
    for block in raw.blocks:
        for group, size in zip(*np.unique(block.groups, return_counts=True)):
            key = DIMENSION[block.shape], int(group)
            sizes[key] = sizes.get(key, 0) + int(size)
    told: dict[tuple[int, int, int], int] = {}
    for k, block in enumerate(raw.blocks):
        if DIMENSION[block.shape] >= 2 and len(np.unique(block.groups)) > 1:
            raw.blocks[k] = _choose(block, sizes, told)
    left = {(DIMENSION[b.shape], int(g)) for b in raw.blocks for g in np.unique(b.groups)}
    return [_note(raw, key, count, left) for key, count in sorted(told.items())]


def _choose(block: Block, sizes: dict[tuple[int, int], int],
            told: dict[tuple[int, int, int], int]) -> Block:
    dimension = DIMENSION[block.shape]
    groups, of_row = np.unique(block.groups, return_inverse=True)
    size = np.array([sizes[dimension, int(g)] for g in groups])[of_row]
    by_size = np.argsort(size, kind="stable")
    keys = row_keys(block.nodes[:, :CORNERS[block.shape]])
    order = by_size[np.argsort(keys[by_size], kind="stable")]
    same = keys[order][1:] == keys[order][:-1]
    first = np.maximum.accumulate(np.where(np.concatenate([[True], ~same]),
                                           np.arange(len(order)), 0))
    chosen = order[first]  # the row that an element keeps, for every row of `order`
    again = block.groups[order] != block.groups[chosen]
    pairs = np.stack([block.groups[order[again]], block.groups[chosen[again]]], axis=1)
    for (wide, small), count in zip(*np.unique(pairs, axis=0, return_counts=True)):
        key = dimension, int(wide), int(small)
        told[key] = told.get(key, 0) + int(count)
    kept = np.ones(len(order), bool)
    kept[order[again]] = False
    return Block(block.shape, block.nodes[kept], block.groups[kept], block.labels[kept])


def _note(raw: Raw, key: tuple[int, int, int], count: int, left: set[tuple[int, int]]) -> str:
    dimension, wide, small = key
    names = [repr(raw.names.get((dimension, n), n)) for n in (wide, small)]
    kind = "solid" if dimension == 3 else "face"
    text = (f"{count} {kind}{'s' * (count != 1)} of the groups {names[0]} and {names[1]} "
            f"{'belongs' if count == 1 else 'belong'} to {names[1]} here, the smaller one")
    return text if (dimension, wide) in left else text + f"; nothing is left of {names[0]}"
