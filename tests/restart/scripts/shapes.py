# What the scripts of the restart tests share.
from solfec import HEX, HULL, SCALE, TRANSLATE

CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]


def cube(at, size=1.0):
    return TRANSLATE(SCALE(HULL(CUBE, 1, 1), (size, size, size)), at)


def block(at, size, cells=(2, 2, 2), volume=1):
    return TRANSLATE(SCALE(HEX(CUBE, *cells, volume, [1] * 6), size), at)


def floor():
    return TRANSLATE(SCALE(HULL(CUBE, 2, 2), (20, 20, 1)), (-10, -10, -1))
