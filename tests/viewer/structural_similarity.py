"""Structural similarity of pictures (Wang, Bovik, Sheikh and Simoncelli (2004), IEEE Trans. Image Process. 13,
600-612) over blocks of 8 x 8 pixels, in grey."""

import numpy
from PIL import Image

BLOCK = 8


def grey(path):
    with Image.open(path) as picture:
        return numpy.asarray(picture.convert("L"), dtype=float)


def blocks(pixels):
    rows, columns = (n // BLOCK for n in pixels.shape)
    cut = pixels[:rows * BLOCK, :columns * BLOCK]
    parts = cut.reshape(rows, BLOCK, columns, BLOCK).swapaxes(1, 2)
    return parts.reshape(-1, BLOCK * BLOCK)


def similarity(one, other):
    """Mean of the indices of all blocks in which one of the arrays is not uniform; 1 for equal ones."""
    x, y = blocks(one), blocks(other)
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    mx, my = x.mean(1), y.mean(1)
    covariance = ((x - mx[:, None]) * (y - my[:, None])).mean(1)
    vx, vy = x.var(1), y.var(1)
    index = (2 * mx * my + c1) * (2 * covariance + c2) / ((mx ** 2 + my ** 2 + c1) * (vx + vy + c2))
    seen = (vx + vy > 0) | (mx != my)  # paper says nothing
    return float(index[seen].mean()) if seen.any() else 1.0
