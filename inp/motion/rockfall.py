# Shows:  blocks of limestone are dropped on two slopes of a quarry, against full-scale tests: how far each block comes.
# Setting: 89 blocks of 0.2 to 1.9 t fall 5 m on a slope of 35 degrees, and over a rock face to a bench and the floor of the
#         quarry. Friction and restitution of the ground are fitted to profile P1 (41 blocks); P2 (48 blocks) is predicted
#         with the same two numbers. Blocks differ in size, shape, place and orientation only.
# Source: tests in the quarry of Authume, project C2ROP: Bourrier, Toe, Garcia, Baroth and Lambert (2021), Landslides 18,
#         639-654; Garcia, Richefeu, Baroth, Daudon and Villard, Comparison of full-scale rockfall tests with 3D
#         complex-shaped discrete element simulations, Eng. Geol. (neither was read). All numbers are from the public data
#         github.com/richefeu/AuthumeQuarryRockfalls_Data-in-Brief: EXP_endpoints (stops, masses, sizes), Drop_conditions
#         (squares of drop points), Geometries/Point_cloud/Terrain.xyz. The ground is a grid; its heights are those of
#         planes fitted by least squares to the cloud within 1.6 m along x and 3 m along z, wider where it is sparse.
# Assume: a block is the hull of eight corners of its box, each moved inwards at random by up to a quarter of each side. Such
#         blocks fill 0.63 of their boxes, as the masses of the tests do with 2600 kg/m^3. Mass has no effect on the
#         motion. The ground is rigid. Blocks are let go from rest in the square of drop points, turned at random. They
#         do not touch each other, as each was dropped alone.
# Expect: P1: misfit (mean distance of the quantiles of x) 3.9 m; the quarter of the blocks that stops first, and the share
#         that stops on the slope, are within the scatter of the tests; 0.62 go beyond the bench, tests 0.46. P2: 0.92
#         stop on the bench, tests 0.73; more than in P1, as in the tests. They stop 10 m too early on it.
#
#   tools/run inp/motion/rockfall.py                   twice: the second time it reads the results
#   tools/run inp/motion/rockfall.py -- fit            the misfit of P1 for other frictions and restitutions, some minutes
#   tools/run inp/motion/rockfall.py -- friction=0.55 restitution=0.1 step=0.005 fill=0.3 seed=4 section
#   solfec --render out/motion/rockfall/P1-1 --time 1,2.6,4.4,6.4,20 --overlay --view 25,15 -o rockfall.png

from math import sqrt
from random import Random

words = NON_SOLFEC_ARGV () or []
given = dict (word.split ('=') for word in words if '=' in word)
def setting (name, value): return float (given.get (name, value))

friction = setting ('friction', 0.6)        # fitted to P1
restitution = setting ('restitution', 0)    # fitted to P1
inwards = setting ('fill', 0.25)            # largest way of a corner of a block inwards, share of the side
step = setting ('step', 2.5E-3)             # s; blocks come with up to 20 m/s and turn by 10 rad/s
first, draws = int (setting ('seed', 1)), 3 # each draw drops all blocks of a profile once
last, slow = 30, 0.05                       # s, m/s: the longest time of a run; a slower block has stopped
g = 9.81

# Coordinates of the data: x along the slope, z across, both in m. Here the height is z, and y is the data's z.
# Stops of the tests: x, z, mass (kg), sides of the box (m, to 0.1 m). Their heights lie 2.6 m above the cloud: left out.
stops = {'P1': '''
  38.3 378.2 1247 1 0.85 0.5, 36.1 383.6 1004 1.1 0.8 0.65, 53.5 380.2 688 0.75 0.45 0.4, 52.2 378.9 650 0.75 0.65 0.6,
  37.8 382.1 616 1 0.8 0.7, 54.9 382.8 1751 1 0.9 0.8, 38.8 365.6 178 0.5 0.4 0.35, 61.9 380.8 485 0.8 0.6 0.55,
  43.5 392.1 322 0.75 0.75 0.75, 38.9 385.1 1333 1.15 0.6 0.55, 38.7 379.0 565 0.95 0.7 0.5, 36.7 368.8 679 1.1 0.55 0.5,
  54.7 381.6 1209 0.95 0.9 0.7, 46.2 385.9 529 0.8 0.62 0.55, 37.7 371.0 526 0.9 0.8 0.6, 68.5 388.5 1628 1 0.9 0.85,
  45.7 365.7 558 0.9 0.8 0.6, 62.9 380.3 1070 1.1 1.1 0.7, 38.2 359.6 983 1.2 0.8 0.6, 40.2 367.8 828 0.85 0.6 0.5,
  34.8 377.2 510 0.7 0.55 0.5, 36.2 376.7 527 0.8 0.55 0.5, 38.7 376.1 335 0.7 0.7 0.4, 38.8 368.2 520 0.8 0.8 0.7,
  36.1 374.0 980 0.9 0.65 0.6, 49.8 372.1 456 0.9 0.65 0.35, 49.7 374.1 824 1 0.95 0.55, 49.8 374.7 842 0.9 0.8 0.65,
  47.4 365.8 1436 1.1 1 0.9, 52.4 380.4 996 1.1 0.8 0.7, 3.8 370.5 535 1.55 0.65 0.4, 39.4 372.2 588 0.85 0.5 0.5,
  38.0 377.7 283 0.6 0.5 0.45, 50.6 375.9 923 1 0.9 0.7, 40.2 368.7 1428 1.1 0.8 0.6, 40.9 368.0 1152 0.9 0.8 0.8,
  26.2 372.3 1146 1.2 0.75 0.65, 37.0 370.1 661 1.1 0.5 0.45, 48.0 379.1 597 1 0.85 0.6, 62.2 380.3 557 0.9 0.65 0.55,
  62.0 374.7 924 1 0.9 0.8''', 'P2': '''
  54.8 296.1 665 1.1 0.8 0.6, 67.7 313.3 839 0.9 0.9 0.6, 71.8 302.6 750 0.9 0.85 0.7, 56.1 300.5 1078 1.1 0.8 0.7,
  66.4 310.0 849 0.95 0.9 0.7, 54.2 296.4 283 0.8 0.75 0.5, 57.1 291.8 883 1.1 0.85 0.7, 52.0 291.3 786 1 0.7 0.65,
  51.2 293.3 569 0.95 0.65 0.6, 51.1 297.8 633 1 0.8 0.7, 53.7 297.9 678 1 0.8 0.75, 52.7 290.8 559 1.1 0.7 0.55,
  52.8 295.0 502 1.05 0.8 0.6, 75.8 297.9 777 0.9 0.85 0.8, 53.2 294.3 625 1.1 0.85 0.55, 53.0 295.7 317 1.05 0.8 0.6,
  51.9 300.6 951 1.1 0.9 0.6, 25.1 293.4 1036 1.15 0.75 0.65, 51.9 304.2 736 1 0.75 0.6, 55.1 284.3 541 1 0.6 0.6,
  47.8 296.7 437 1 0.65 0.4, 77.1 293.0 1869 1.1 1 0.8, 52.9 291.9 976 1.1 1.05 0.9, 70.7 303.6 1225 1 0.8 0.75,
  54.8 298.1 1312 1.1 0.85 0.75, 56.5 284.7 843 0.95 0.8 0.55, 43.4 293.6 1109 1.2 0.75 0.65, 91.2 288.5 956 1 0.85 0.7,
  55.9 285.8 1031 1.15 0.8 0.8, 17.8 284.6 170 0.6 0.4 0.35, 24.1 292.2 688 1.05 0.55 0.45, 52.6 304.9 616 0.9 0.8 0.75,
  21.8 297.7 229 0.8 0.55 0.5, 53.4 300.2 598 0.95 0.75 0.7, 52.7 300.0 481 1 0.8 0.55, 48.7 324.0 876 1.2 0.8 0.7,
  67.0 302.7 513 1 0.75 0.6, 40.9 299.3 447 1.1 0.5 0.45, 70.9 277.7 662 1.1 0.9 0.6, 55.1 295.0 680 1.05 0.75 0.65,
  52.8 300.8 888 1 0.75 0.7, 54.6 295.3 755 1 0.85 0.65, 54.7 296.0 451 0.85 0.65 0.5, 52.4 301.4 762 1 0.8 0.6,
  57.7 279.4 177 0.8 0.6 0.35, 43.1 295.1 317 0.85 0.65 0.55, 50.2 298.9 434 1 0.65 0.6, 52.4 329.1 335 0.85 0.7 0.6'''}
# Height of the ground (dm): each row has its x (m), and one height for each z of `across`.
across = {'P1': (363, 367, 371, 375, 379, 383), 'P2': (278, 282, 286, 290, 294, 298, 302, 306, 310, 314)}
ground = {'P1': '''
   -4  2118 2117 2113 2118 2118 2118
   -1  2074 2068 2066 2072 2078 2071
    2  2053 2042 2038 2038 2039 2033
    5  2034 2026 2022 2017 2013 2009
    8  2013 2007 2004 1999 1993 1984
   11  1992 1988 1985 1980 1973 1964
   14  1970 1968 1965 1963 1956 1947
   17  1949 1949 1948 1948 1941 1932
   20  1931 1932 1930 1930 1927 1915
   23  1912 1912 1907 1905 1903 1896
   26  1897 1897 1894 1892 1890 1886
   29  1879 1876 1874 1874 1869 1853
   30  1853 1858 1858 1857 1861 1780
   31  1780 1800 1809 1816 1777 1724
   32  1739 1734 1727 1741 1727 1715
   33  1724 1719 1721 1720 1714 1712
   36  1714 1714 1713 1711 1710 1709
   39  1716 1713 1713 1709 1705 1707
   40  1712 1711 1710 1702 1697 1693
   41  1705 1707 1700 1685 1655 1654
   42  1694 1675 1667 1633 1618 1626
   43  1664 1647 1634 1613 1606 1611
   45  1622 1612 1618 1606 1602 1601
   48  1609 1607 1612 1604 1602 1601
   52  1608 1603 1600 1595 1594 1594
   60  1603 1599 1597 1596 1595 1595
   68  1594 1593 1594 1594 1595 1595
   76  1590 1585 1581 1582 1585 1591
   84  1596 1591 1586 1582 1578 1581''', 'P2': '''
   -5  2069 2086 2091 2098 2105 2108 2091 2089 2089 2095
   -2  2040 2057 2060 2063 2067 2075 2078 2074 2069 2068
    1  2016 2030 2034 2040 2044 2052 2062 2052 2042 2049
    4  1995 2010 2010 2018 2023 2026 2036 2034 2024 2019
    7  1969 1983 1987 1995 1999 1998 1999 2002 2005 2006
   10  1949 1956 1963 1973 1977 1977 1976 1979 1983 1984
   13  1934 1935 1941 1951 1956 1961 1959 1960 1959 1961
   16  1926 1922 1918 1928 1936 1940 1941 1938 1937 1939
   18  1920 1914 1905 1919 1927 1930 1933 1932 1933 1933
   20  1913 1903 1892 1913 1923 1925 1929 1931 1931 1933
   22  1904 1890 1876 1901 1923 1924 1928 1931 1932 1905
   24  1891 1877 1860 1877 1920 1924 1925 1928 1920 1841
   26  1877 1862 1841 1848 1913 1919 1921 1921 1899 1816
   28  1862 1847 1833 1822 1888 1911 1915 1925 1925 1868
   30  1846 1832 1818 1802 1820 1854 1898 1864 1907 1794
   32  1830 1817 1803 1788 1772 1758 1750 1748 1767 1746
   34  1814 1801 1788 1773 1755 1742 1739 1736 1734 1732
   37  1790 1778 1767 1754 1744 1737 1735 1733 1732 1731
   40  1766 1757 1749 1744 1740 1738 1735 1733 1731 1727
   44  1748 1743 1742 1741 1738 1733 1727 1719 1712 1704
   48  1742 1738 1733 1727 1721 1714 1706 1697 1689 1680
   52  1741 1735 1728 1722 1715 1709 1701 1694 1685 1677
   55  1742 1736 1730 1725 1719 1710 1702 1694 1686 1678
   58  1741 1735 1730 1723 1714 1702 1688 1677 1668 1662
   61  1725 1720 1714 1704 1695 1683 1668 1657 1647 1640
   64  1705 1702 1695 1683 1677 1668 1655 1644 1631 1623
   67  1694 1689 1679 1665 1661 1656 1650 1641 1626 1616
   70  1684 1677 1666 1654 1652 1650 1648 1639 1621 1608
   73  1671 1664 1652 1649 1648 1648 1645 1634 1613 1598
   76  1660 1651 1644 1644 1646 1645 1640 1623 1601 1590
   80  1643 1639 1637 1633 1630 1625 1618 1610 1591 1590
   84  1634 1632 1625 1614 1608 1606 1609 1606 1591 1590
   88  1628 1618 1606 1591 1582 1594 1602 1599 1593 1589
   92  1615 1602 1586 1566 1568 1591 1600 1590 1584 1591'''}
drops = {'P1': ((-1.70, 2.35), (368.4, 372.3), 211.75),   # m: x, z and height of the square of drop points
         'P2': ((-3.84, 0.21), (287.9, 291.8), 209.48)}
zones = {'P1': (31, 41.2), 'P2': (31, 58)}                # x of the foot of the slope and of the outer edge of the bench

tests = {name: [[float (word) for word in row.split ()] for row in text.split (',')] for name, text in stops.items ()}

def terrain (name):
  '''Prisms under triangles between the points of the grid, which goes on at one level beyond its borders.'''
  rows = [[float (word) for word in row.split ()] for row in ground [name].strip ().split ('\n')]
  xs, ys, heights = [row [0] for row in rows], list (across [name]), [[h / 10 for h in row [1:]] for row in rows]
  if 'section' in words:                                  # the section in the middle of the drop square, extruded across
    near = min (range (len (ys)), key = lambda k: abs (ys [k] - sum (drops [name] [1]) / 2))
    heights = [[row [near]] * len (ys) for row in heights]
  xs, heights = xs + [xs [-1] + 60], heights + [heights [-1]]
  ys, heights = [ys [0] - 30] + ys + [ys [-1] + 30], [[row [0]] + row + [row [-1]] for row in heights]
  prisms = []
  for i in range (len (xs) - 1):
    for j in range (len (ys) - 1):
      corners = [(xs [a], ys [b], heights [a] [b]) for a, b in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))]
      bottom = min (h for _, _, h in corners) - 3
      for triangle in ((0, 1, 2), (0, 2, 3)) if (i + j) % 2 else ((0, 1, 3), (1, 2, 3)):
        top = [corners [k] for k in triangle]
        prisms.append (HULL (top + [(x, y, bottom) for x, y, _ in top], 1, 1))
  return prisms

def block (random, sides):
  '''Corners of a block about the middle of its box, turned at random.'''
  corners = [[(2 * c - 1) * (1 - 2 * random.uniform (0, inwards)) for c in (a, b, c)]
             for a in (0, 1) for b in (0, 1) for c in (0, 1)]
  for k, side in enumerate (sides):                       # the box about the corners has the sides that were measured
    low, high = min (p [k] for p in corners), max (p [k] for p in corners)
    for p in corners: p [k] = ((p [k] - low) / (high - low) - 0.5) * side
  q = [random.gauss (0, 1) for _ in range (4)]
  size = sqrt (sum (c * c for c in q))
  w, x, y, z = (c / size for c in q)                      # all orientations are equally likely
  turn = ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
          (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
          (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))
  return [[sum (row [k] * p [k] for k in range (3)) for row in turn] for p in corners]

def drop (name, seed, friction, restitution, folder):
  '''The x and z at which all blocks of a profile stop, and how many still move at the end.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/motion/rockfall/' + folder)
  rock = BULK_MATERIAL (solfec, density = 2600)
  SURFACE_MATERIAL (solfec, friction = friction, restitution = restitution)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.2)
  CONTACT_PREDICTION (solfec, 20 * step)                  # the way of the fastest block in a step
  WARNINGS (solfec, 'OFF')                                # corners enter by some mm where a prism ends
  BODY (solfec, 'OBSTACLE', terrain (name), rock, label = 'ground')
  random, bodies = Random (seed), []
  for row in tests [name]:
    along, aside, height = drops [name]
    place = random.uniform (*along), random.uniform (*aside), height
    corners = [[c + d for c, d in zip (p, place)] for p in block (random, row [3:])]
    bodies.append (BODY (solfec, 'RIGID', HULL (corners, 1, 2), rock))
  for k, body in enumerate (bodies):
    for other in bodies [:k]: CONTACT_EXCLUDE_BODIES (body, other)
  solver = GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH'))
  if VIEWER (): return RUN (solfec, solver, last)
  for _ in range (last // 3):
    RUN (solfec, solver, 3)
    moving = sum (sqrt (sum (v * v for v in body.velo [3:])) > slow for body in bodies)
    if not moving: break
  filled = sum (body.volume for body in bodies) / sum (a * b * c for _, _, _, a, b, c in tests [name])
  return [body.conf [9:11] for body in bodies], moving, filled, solfec

def share (values, p):
  '''The value below which the share p of the values lies.'''
  values = sorted (values)
  at = p * (len (values) - 1)
  low = int (at)
  return values [low] + (at - low) * (values [min (low + 1, len (values) - 1)] - values [low])

def summary (name, xs):
  '''Quartiles of x, and the shares of the blocks on the slope, on the bench and beyond.'''
  foot, edge = zones [name]
  counts = sum (x < foot for x in xs), sum (foot <= x < edge for x in xs), sum (x >= edge for x in xs)
  return [share (xs, p) for p in (0.25, 0.5, 0.75)] + [count / len (xs) for count in counts]

def misfit (found, measured):
  '''Mean distance of the quantiles, m.'''
  return sum (abs (share (found, (k + 0.5) / 100) - share (measured, (k + 0.5) / 100)) for k in range (100)) / 100

def scatter (name, xs):
  '''What nine tenths of bootstrap samples of the tests give, for each number of the summary.'''
  random = Random (1)
  samples = zip (*(summary (name, random.choices (xs, k = len (xs))) for _ in range (1000)))
  return [(share (values, 0.05), share (values, 0.95)) for values in map (list, samples)]

def fit ():
  measured = [row [0] for row in tests ['P1']]
  for e in 0, 0.1, 0.2:
    for mu in 0.5, 0.55, 0.6, 0.65, 0.7:
      xs = [x for k in range (draws) for x, _ in drop ('P1', first + k, mu, e, 'fit-%g-%g-%d' % (mu, e, k + 1)) [0]]
      print ('P1, friction %.2f, restitution %.1f: misfit %4.1f m' % (mu, e, misfit (xs, measured)), flush = True)

def compare ():
  curves, table = {}, {}
  for name in tests:
    runs = [drop (name, first + k, friction, restitution, '%s-%d' % (name, k + 1)) for k in range (draws)]
    if VIEWER (): continue
    measured, places = [row [0] for row in tests [name]], [place for run in runs for place in run [0]]
    single = [summary (name, [x for x, _ in run [0]]) for run in runs]
    found, real, bounds = summary (name, [x for x, _ in places]), summary (name, measured), scatter (name, measured)
    print ('%s, friction %g, restitution %g, %d draws: misfit %.1f m; blocks fill %.2f of their boxes; %d still move' %
           (name, friction, restitution, draws, misfit ([x for x, _ in places], measured), runs [0] [2],
            sum (run [1] for run in runs)))
    print ('%22s  %-20s  %s' % ('tests, 90 % scatter', '', 'simulated, single draws'))
    labels = 'quartile of x, m', 'median of x, m', 'quartile of x, m', 'share on slope', 'share on bench', 'share beyond'
    for row, label in enumerate (labels):
      form = '%5.1f' if row < 3 else '%5.2f'
      print (('  %-16s ' + form + '  (' + form + ' to ' + form + ')   ' + form + '  (%s)') %
             (label, real [row], *bounds [row], found [row], ' '.join (form % values [row] for values in single)))
    print ('  median of z, m   %5.1f                     %5.1f' % (share ([row [1] for row in tests [name]], 0.5),
                                                              share ([y for _, y in places], 0.5)))
    curves [name], table [name] = (measured, [x for x, _ in places], runs [0] [3]), (found, real, bounds)
  return curves, table

def draw (curves):
  '''Cumulative distributions of the stops.'''
  try:
    import matplotlib
    matplotlib.use ('Agg')
    import matplotlib.pyplot as plt
  except ImportError: return                              # no picture without matplotlib
  figure, axes = plt.subplots (1, 2, figsize = (9, 3.2), sharey = True)
  for plot, (name, (measured, found, solfec)) in zip (axes, curves.items ()):
    for xs, style, label in (measured, 'k-', 'tests'), (found, 'r--', 'simulated'):
      plot.step (sorted (xs), [(k + 1) / len (xs) for k in range (len (xs))], style, where = 'post', label = label)
    for x in zones [name]: plot.axvline (x, color = '0.8', zorder = 0)
    plot.set (title = name + (', fitted' if name == 'P1' else ', predicted'), xlabel = 'x of the stop (m)', xlim = (0, 95))
  axes [0].set_ylabel ('share of the blocks')
  axes [0].legend ()
  import os
  path = os.path.join (os.path.dirname (solfec.outpath), 'stops.png')
  plt.savefig (path, bbox_inches = 'tight', dpi = 80)
  print ('wrote', path)

if 'fit' in words: fit ()
else:
  curves, table = compare ()
  if curves: draw (curves)
  if curves and not words:
    found, real, bounds = table ['P1']
    for row in 0, 3: assert bounds [row] [0] <= found [row] <= bounds [row] [1]
    assert misfit (curves ['P1'] [1], curves ['P1'] [0]) < 6
    later, tested, _ = table ['P2']
    assert later [4] > 0.6 and tested [4] > 0.6           # most stop on the bench
    assert later [4] > found [4] and tested [4] > real [4]
    assert later [5] < found [5] and tested [5] < real [5]
