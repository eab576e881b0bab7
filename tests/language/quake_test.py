"""solfec.quake: files of each kind, measures, treatments and spectra against second methods."""

import math

import numpy as np
from scipy import integrate
from support import *

from solfec.quake import STANDARD_GRAVITY, Record, read_record, response_spectrum
from solfec.quake.spectrum import step_matrices

ROUNDING = 1e-12
NEW_HEADER = ("PEER NGA STRONG MOTION DATABASE RECORD\nSomewhere, 1/17/1994, Station, 9\n"
              "ACCELERATION TIME SERIES IN UNITS OF G\nNPTS=   6, DT=   .0050 SEC\n")
OLD_HEADER = ("PEER STRONG MOTION DATABASE RECORD. PROCESSING BY PACIFIC ENGINEERING.\r\n"
              "KOBE 01/16/95 2046, KJMA, 0\r\n"
              "ACCELERATION TIME HISTORY IN UNITS OF CM/S/S. FILTER POINTS: HP=0.05 Hz LP=25 Hz\r\n"
              "      6     0.0050    NPTS, DT\r\n")
VALUES = [-1e-3, 2e-3, 3e-3, 4e-3, -5e-3, 6e-3]


def noise(count=1500, step=0.01, seed=1):
    """Noise under an envelope that begins with zero."""
    t = step * np.arange(count)
    values = np.random.default_rng(seed).normal(size=count) * (t * np.exp(-0.5 * t))
    return Record(step, values, name="noise")


def dense(record, parts=400):
    """Times and accelerations between the samples too."""
    t = np.linspace(0.0, record.length, parts * (len(record) - 1) + 1)
    return t, np.interp(t, record.times, record.acceleration)


class Files(LanguageTest):
    def write(self, text, name="record.txt", encoding="utf-8"):
        path = os.path.join(self.folder, name)
        with open(path, "w", newline="", encoding=encoding) as file:
            file.write(text)
        return path

    def assert_values(self, record, factor, step=0.005):
        np.testing.assert_allclose(record.acceleration, factor * np.array(VALUES), rtol=1e-14)
        self.assertEqual(record.step, step)

    def test_of_peer_have_their_step_and_unit_in_both_headers(self):
        rows = "  -.1000E-02   .2000E-02   .3000E-02   .4000E-02  -.5000E-02\n  0.6000E-02\n"
        record = read_record(self.write(NEW_HEADER + rows, "new.AT2"))
        self.assert_values(record, 9.80665)
        self.assertEqual(record.name, "new.AT2")
        self.assert_values(read_record(self.write(OLD_HEADER + rows.replace("\n", "\r\n"))), 0.01)
        self.assert_values(read_record(self.write(NEW_HEADER + rows), unit="m/s2"), 1.0)
        self.assert_values(read_record(self.write(NEW_HEADER + rows), unit="(m/s2)"), 1.0)
        self.assert_values(read_record(self.write((NEW_HEADER + rows).replace("E-0", "D-0"))), 9.80665)  # exponents of FORTRAN
        self.assert_values(read_record(self.write(NEW_HEADER.replace(".0050", "5.0D-03") + rows.replace("E", "d"))), 9.80665)
        halved = read_record(self.write(NEW_HEADER + rows), step=0.0025)
        self.assertEqual((halved.step, len(halved)), (0.0025, 11))

    def test_of_columns_take_commas_semicolons_and_blanks(self):
        times = [0.005 * i for i in range(6)]
        pairs = list(zip(times, VALUES))
        for text, columns in (
                ("\ufeff" + "".join("%g %g\n%% 1 2\n" % p for p in pairs), (0, 1)),
                ("# a record\n\n" + "".join("  %.3e\t%.3e  \n" % p for p in pairs), (0, 1)),
                ("time,acc\n" + "".join("%g,%g\n" % p for p in pairs), (0, 1)),
                ("\ufefft;z;a\r\n" + "".join(("%g;0;%g\r\n" % p).replace(".", ",") for p in pairs), (0, 2)),
                ('"a", "t"\n' + "".join("%g, %g\n" % (a, t) for t, a in pairs), [1, 0])):
            with self.subTest(text=text):
                self.assert_values(read_record(self.write(text), "cm/s2", columns=columns), 0.01)
        alone = "acc\n" + "".join("%g\n" % a for a in VALUES)
        self.assert_values(read_record(self.write(alone), "Gal", step=0.005), 0.01)
        self.assert_values(read_record(self.write("".join("x %g\n" % a for a in VALUES)), "g", 0.005, 1), 9.80665)

    def test_times_that_are_rounded_are_equally_spaced_and_others_are_interpolated(self):
        thirds = "".join("%.4f 1\n" % (i / 30) for i in range(301))
        self.assertAlmostEqual(read_record(self.write(thirds), "g").step, 1 / 30, 12)
        uneven = self.write("1 0\n1.1 1\n1.3 3\n1.4 1\n1.5 0\n")
        with self.assertRaisesRegex(ValueError, r"quake_test\.py:\d+: read_record: .*record\.txt:3: times must be "
                                                r"equally spaced, by 0\.125 s, got 1\.3 s, 0\.05 s off; step="):
            read_record(uneven, "m/s2")
        np.testing.assert_allclose(read_record(uneven, "m/s2", step=0.1).acceleration, [0, 1, 2, 3, 1, 0],
                                   atol=ROUNDING)
        with self.assertRaisesRegex(ValueError, "txt:2: times must be equally spaced"):
            read_record(self.write("0 0\n1.05 1\n2 3\n3 1\n4 0\n"), "m/s2")
        self.assertEqual(read_record(self.write("0 0\n1.01 1\n2 3\n3 1\n4 0\n"), "m/s2").step, 1.0)

    def test_of_rows_of_accelerations_are_read_number_by_number(self):
        values = np.random.default_rng(4).normal(scale=0.5, size=29).round(5)
        values[3], values[9] = -1.5, -0.00123
        rows = [values[i:i + 8] for i in range(0, 29, 8)]  # 8F10.5, the last row is shorter
        blank = "".join("".join("%10.5f" % v for v in row) + "\n" for row in rows)
        glued = "".join("".join("%8.5f" % v for v in row) + "\n" for row in rows)
        double = "".join(",".join(("%.6E" % v).replace("E", "D") for v in row) + ",\n" for row in rows)
        self.assertRegex(glued, r"\d-\d")
        for text in ("Head of words\n# 1 2\n" + blank + "% end\n", glued, double, blank.replace("   ", "\t"),
                     "".join(";".join(("%.5f" % v).replace(".", ",") for v in row) + "\n" for row in rows)):
            with self.subTest(text=text):
                record = read_record(self.write(text), "g", 0.02, "all")
                np.testing.assert_allclose(record.acceleration, 9.80665 * values, rtol=1e-14)
                self.assertEqual(record.step, 0.02)
        with self.assertRaisesRegex(ValueError, r"txt:4: must have 8 columns, as line 1 has, got 5; columns='all'"):
            read_record(self.write(blank), "g", 0.02, 0)

    def test_may_begin_with_lines_that_are_skipped(self):
        text = "m1\n6 0.005 2\n" + "".join("%g\n" % a for a in VALUES)
        with self.assertRaisesRegex(ValueError, r"txt:3: must have 3 columns, as line 2 has, got 1; .*skip=N leaves out"):
            read_record(self.write(text), "cm/s2", 0.005, 0)
        self.assert_values(read_record(self.write(text), "cm/s2", 0.005, skip=2), 0.01)
        self.assert_values(read_record(self.write(text), "cm/s2", 0.005, "all", skip=2), 0.01)
        with self.assertRaisesRegex(ValueError, r"txt:4: acceleration must be a number, got 'x'"):  # lines keep their numbers
            read_record(self.write(text.replace("0.002", "x")), "cm/s2", 0.005, skip=2)
        self.assert_values(read_record(self.write(NEW_HEADER + " ".join(map(str, VALUES))), "g", 0.005, "all", skip=4), 9.80665)

    def test_may_have_comments_after_numbers(self):
        text = "".join("%g %g%s\n" % (0.005 * i, a, " # peak 1" * (i == 3)) for i, a in enumerate(VALUES))
        self.assert_values(read_record(self.write(text), "cm/s2"), 0.01)

    def test_that_are_wrong_name_file_line_and_rule(self):
        for text, more, message in (
                (NEW_HEADER + "1 2 3 4 5\n", {}, r"txt:5: NPTS in line 4 tells 6 values, the file ends after 5"),
                (NEW_HEADER + "1 2 3 4 5\n6\n7\n", {}, r"txt:7: NPTS in line 4 tells 6 values, got more"),
                (NEW_HEADER + "1 2 3\n4 x 6\n", {}, r"txt:6: acceleration must be a number, got 'x'"),
                (NEW_HEADER + "1 2 3\n4 nan 6\n", {}, r"txt:6: acceleration must be finite, got nan"),
                (NEW_HEADER.replace(".0050", "-.005"), {}, r"txt:4: DT must be a positive number, got -.005 s"),
                (NEW_HEADER.replace("OF G", "OF FURLONGS"), {},
                 r"txt:3: unit must be g, m/s2 or cm/s2, got 'FURLONGS'"),
                (NEW_HEADER.replace("IN UNITS OF G", ""), {}, r"txt:4: unit must be given: the header"),
                (NEW_HEADER.replace("ACCELERATION", "VELOCITY"), {},
                 r"txt:3: must be accelerations \(.AT2\), got velocity"),
                ("0 1\n", {}, r"txt: unit must be given \('g', 'm/s2' or 'cm/s2'\): the file does not tell it"),
                ("", {"unit": "g"}, r"txt: must hold lines of numbers, got none: the file is empty$"),
                ("\n \n", {}, r"txt: must hold lines of numbers, got none: the file is empty$"),
                (NEW_HEADER.replace("6", "abc") + "1 2\n", {}, r"txt:4: NPTS and DT must be numbers, as in 'NPTS= 4000, DT= .0050 SEC', got 'NPTS="),
                (NEW_HEADER.replace("6", "-6") + "1 2\n", {}, r"txt:4: NPTS and DT must be numbers, as in .*, got 'NPTS= +-6"),
                (NEW_HEADER.replace("DT", "TD") + "1 2\n", {}, r"txt:4: NPTS and DT must be numbers"),
                (NEW_HEADER[:NEW_HEADER.index("NPTS")] + "1 2\n", {}, r"txt:3: a line with NPTS and DT must follow, as in .*; without it unit, step "
                 r"and columns='all' must be given$"),
                ("0 1\n", {"unit": "g"}, r"txt:1: a record needs at least 4 accelerations, got 1"),
                ("0 1\n", {"unit": "g", "step": 1.0}, r"txt:1: a record needs at least 4 accelerations, got 1"),
                ("0 1\n2 2\n", {"unit": "g", "step": 1.0}, r"txt:2: a record needs at least 4 accelerations, got 3"),
                ("1\n2\n3\n", {"unit": "g", "step": 1.0}, r"txt:3: a record needs at least 4 accelerations, got 3"),
                (NEW_HEADER.replace("6", "3") + "1 2 3\n", {},
                 r"txt:4: a record needs at least 4 accelerations, got 3"),
                ("0 1\n1 2\n1 3\n", {"unit": "g"}, r"txt:3: times must increase, got 1 s after 1 s"),
                ("0 1\n", {"unit": "g", "columns": (0, 2)}, r"txt:1: needs at least 3 columns, got 2"),
                ("0 1\n1\n", {"unit": "g"}, r"txt:2: must have 2 columns, as line 1 has, got 1; columns='all' takes"),
                ("t a\n0 1\n1 2 3\nx 1\n", {"unit": "g"}, r"txt:3: must have 2 columns, as line 2 has, got 3; "
                 r"columns='all' takes every number of every line as an acceleration, skip=N leaves out N lines of a head"),
                ("3\n1 2\n", {"unit": "g"}, r"txt:2: must have 1 column, as line 1 has, got 2"),
                ("0 1\n1 2\nx 1\n", {"unit": "g"}, r"txt:3: time must be a number, got 'x'$"),
                ("of 1940\n1 2\nx 1\n", {"unit": "g"}, r"txt:1: time must be a number, got 'of'; skip=N leaves out"),
                ("0 0.1-0.2\n", {"unit": "g"}, r"txt:1: acceleration must be a number, got '0.1-0.2'; columns='all' reads "
                 "numbers without a blank"),
                ("1 2 3\n4 5 6\n-7 8 9\n", {"unit": "g"}, r"txt:3: times must increase, got -7 s after 4 s; columns='all'"),
                ("1 2\n3 4\n", {"unit": "g", "columns": "all"}, r"txt: step must be given in s: columns='all' reads"),
                ("1 2\n3 ***\n", {"unit": "g", "columns": "all", "step": 0.1}, r"txt:2: acceleration must be a number, got '\*"),
                ("of 1940\n", {"unit": "g", "columns": "all", "step": 0.1}, r"txt:1: .* got 'of'; skip=N leaves out"),
                ("1 2\n3 1.2-4\n", {"unit": "g", "columns": "all", "step": 0.1}, r"txt:2: .* number, got '1.2-4'$"),
                ("1.51.5 2\n", {"unit": "g", "columns": "all", "step": 0.1, "skip": 1}, r"txt:1: must hold lines of numbers"),
                ("1 2\n", {"unit": "g", "columns": "all", "step": 0.1}, r"txt:1: a record needs at least 4 accelerations, got 2"),
                ("1 2\n", {"unit": "g", "columns": "some"}, r"columns must be one or two numbers from 0, or 'all', got 'some'"),
                ("1 2\n", {"unit": "g", "skip": -1}, r"skip must be at least 0, got -1"),
                ("0 1\n1 inf\n", {"unit": "g"}, r"txt:2: acceleration must be finite, got inf"),
                ("1\n2\n", {"unit": "g"}, r"txt: step must be given in s: the file has accelerations alone"),
                ("x 1\nx y\n", {"unit": "g", "step": 1.0, "columns": 1}, r"txt:2: acceleration must be a number, got 'y'"),
                ("0 1\n1 \0", {"unit": "g"}, r"txt:2: must be text, got a zero byte"),
                ("0 1\n", {"unit": "ft"}, r"unit must be 'g', 'm/s2' or 'cm/s2', got 'ft'"),
                ("0 1\n", {"unit": "g", "columns": (0, -1)},
                 r"columns must be one or two numbers from 0, or 'all', got \(0, -1\)"),
                ("0 1\n", {"unit": "g", "step": 0.0}, r"step must be positive, got 0 s"),
                ("0 1\n1 2\n", {"unit": "g", "step": 1e-12}, r"txt: step must not be below 9.3\d+e-10 s, got 1e-12 s"),
                ("0 1\n1 2\n2 3\n", {"unit": "g"}, r"txt:3: a record needs at least 4 accelerations, got 3")):
            with self.subTest(message=message):
                with self.assertRaisesRegex(ValueError, r"quake_test\.py:\d+: .*" + message):
                    read_record(self.write(text), **more)
        with self.assertRaises(FileNotFoundError):
            read_record(os.path.join(self.folder, "none"), "g")
        with self.assertRaisesRegex(ValueError, "must be a file"):
            read_record(self.folder, "g")

    def test_that_were_saved_are_read_again(self):
        record, path = noise(50), os.path.join(self.folder, "saved.csv")
        record.save(path)
        again = read_record(path, "m/s2")
        np.testing.assert_array_equal(again.acceleration, record.acceleration)
        self.assertEqual(again.step, record.step)
        record.plot(os.path.join(self.folder, "curves.png"))
        record.spectrum([0.1, 1.0]).plot(os.path.join(self.folder, "spectrum.png"))
        record.spectrum([0.1, 1.0]).save(os.path.join(self.folder, "spectrum.csv"))
        self.assertEqual(len(np.loadtxt(os.path.join(self.folder, "spectrum.csv"), delimiter=",", skiprows=1)), 2)
        self.assertTrue(os.path.getsize(os.path.join(self.folder, "curves.png")) > 1000)


class Measures(unittest.TestCase):
    def test_are_integrals_of_the_record(self):
        record = noise()
        t, a = dense(record, 200)
        v = integrate.cumulative_trapezoid(a, t, initial=0.0)  # exact
        d = integrate.cumulative_trapezoid(v, t, initial=0.0)
        np.testing.assert_allclose(record.velocity, v[::200], atol=1e-12)
        np.testing.assert_allclose(record.displacement, d[::200], atol=1e-7)
        self.assertAlmostEqual(record.pga, np.abs(a).max(), 12)
        self.assertTrue(0.0 <= record.pgv - np.abs(v).max() < 1e-7)
        self.assertAlmostEqual(record.pgd, np.abs(d).max(), 6)
        arias = math.pi / (2 * STANDARD_GRAVITY) * integrate.simpson(a * a, x=t)
        self.assertAlmostEqual(record.arias / arias, 1.0, 12)

    def test_of_peaks_between_samples_have_closed_forms(self):
        # a = 1 - t/2: v = t - t^2/4 is largest, 1, at t = 2, and d = t^2/2 - t^3/12 at v = 0, t = 4: 8/3
        record = Record(3.0, [1.0, -0.5, -0.5, -0.5])
        self.assertAlmostEqual(record.pgv, 2.25, 14)  # |v| at the end: 0.75 - 3
        short = Record(1.5, [1.0, -2.0, 0.0, 0.0])  # a = 1 - 2 t: v = 1/4 at t = 1/2, -1.5 + 0.75 at 1.5
        self.assertAlmostEqual(short.pgv, 0.75 + 1.5, 14)
        back = Record(2.0, [1.0, -1.0, 0.2, -0.2])  # v = t - t^2/2: 1/2 at t = 1; d = t^2/2 - t^3/6, 2/3 at 2
        self.assertAlmostEqual(Record(2.0, [1.0, -1.0, 0.0, 0.0]).pgv, 1.0, 14)
        self.assertAlmostEqual(Record(2.0, [1.0, -1.0, 1.0, -1.0]).pgv, 0.5, 14)
        self.assertAlmostEqual(Record(2.0, [1.0, -1.0, 1.0, -1.0]).pgd, 2.0 / 3.0, 14)
        self.assertGreater(back.pgd, 2.0 / 3.0 - ROUNDING)
        self.assertAlmostEqual(Record(2.0, [1.0, -3.0, 3.0, -1.0]).displacement[1], -2.0 / 3.0, 14)
        # v = 1 - 8 s + 8 s^2 in the last step, positive at both its ends: d is largest at the first zero
        s = (2 - math.sqrt(2)) / 4
        self.assertAlmostEqual(Record(1.0, [0.0, 5.0, -8.0, 8.0]).pgd, 11 / 3 + s - 4 * s ** 2 + 8 / 3 * s ** 3, 14)

    def test_of_peaks_agree_with_samples_between(self):
        source, between = np.random.default_rng(5), 0
        for _ in range(200):
            record = Record(1.5, source.normal(size=5))
            t, a = dense(record, 2000)
            fine = Record(t[1], a)
            self.assertAlmostEqual(record.pgv / np.abs(fine.velocity).max(), 1.0, 6)
            self.assertAlmostEqual(record.pgd / np.abs(fine.displacement).max(), 1.0, 6)
            between += record.pgd > 1.001 * np.abs(record.displacement).max()
        self.assertGreater(between, 20)

    def test_of_duration_are_shares_of_the_arias_intensity(self):
        even = Record(0.01, np.ones(1001))
        self.assertAlmostEqual(even.duration(), 9.0, 12)
        self.assertAlmostEqual(even.arias_time(50), 5.0, 12)
        self.assertEqual((even.arias_time(0), even.arias_time(100)), (0.0, 10.0))
        self.assertAlmostEqual(even.arias, math.pi / (2 * 9.80665) * 10.0, 12)

    def test_equal_the_integral_of_its_time_series(self):
        record = noise(200)
        series = record.series(start=0.5, factor=-2.0)
        np.testing.assert_allclose(series.times, 0.5 + record.times, atol=ROUNDING)
        values = np.array(series.integral.values)
        at = np.searchsorted(np.array(series.integral.times), 0.5 + record.times[-1] - 1e-9)
        self.assertAlmostEqual(values[at], -2.0 * record.velocity[-1], 12)

    def test_are_told_by_print(self):
        text = str(Record(0.01, [0.0, 9.80665, 0.0, 0.0], name="pulse"))
        self.assertTrue(text.startswith("pulse: 4 samples, step 0.01 s, 0.03 s; PGA 9.807 m/s2 (1 g), PGV 0.09807 m/s"))
        self.assertNotIn("duration", str(Record(0.01, [0, 0, 0, 0])))


class Treatments(unittest.TestCase):
    def test_leave_the_record_alone(self):
        record = noise()
        before = record.acceleration.copy()
        record.corrected().tapered().scaled(2.0).filtered(0.1, 20.0).trimmed()
        np.testing.assert_array_equal(record.acceleration, before)
        with self.assertRaises(ValueError):
            record.acceleration[0] = 1.0

    def test_of_the_baseline_bring_the_ground_to_rest_where_it_was(self):
        for shift in (0.0, 0.5):
            record = Record(0.01, noise().acceleration + shift)
            for degree in (1, 2, 3, 8):
                for taper in (0.0, 0.05, 0.3):
                    fixed = record.corrected(degree, taper)
                    self.assertLess(abs(fixed.velocity[-1]), 1e-14 * len(record))
                    self.assertLess(abs(fixed.displacement[-1]), 1e-14 * len(record))
                    if taper:
                        self.assertEqual((fixed.acceleration[0], fixed.acceleration[-1]), (0.0, 0.0))

    def test_of_the_baseline_make_the_velocity_least(self):
        record = noise()
        fixed = record.corrected(3, 0.0)
        least = np.mean(fixed.velocity ** 2)
        x = np.linspace(-1.0, 1.0, len(record))
        powers = Record(0.01, np.ones(len(x))), Record(0.01, x), Record(0.01, x ** 2), Record(0.01, x ** 3)
        ends = np.array([[p.velocity[-1] for p in powers], [p.displacement[-1] for p in powers]])
        free = np.linalg.svd(ends)[2][2:]  # polynomials that move the end by nothing
        for change in (free[0], free[1], free[0] - free[1]):
            for size in (1e-3, -1e-3):
                added = sum(c * p.acceleration for c, p in zip(change, powers))
                moved = Record(0.01, fixed.acceleration + size * added)
                self.assertLess(abs(moved.displacement[-1]), 1e-12)
                self.assertGreater(np.mean(moved.velocity ** 2), least)

    def test_of_the_baseline_remove_a_polynomial_and_keep_what_is_corrected(self):
        x = np.linspace(0.0, 1.0, 400)
        parabola = Record(0.01, 1.0 - 3.0 * x + x * x)
        self.assertLess(parabola.corrected(2, 0.0).pga, 1e-12)
        once = noise().corrected(2, 0.0)
        np.testing.assert_allclose(once.corrected(2, 0.0).acceleration, once.acceleration, atol=1e-12)

    def gain(self, frequency, step=0.005, **corners):
        """Gain of a filter for a long wave, and what it adds out of phase."""
        t = step * np.arange(int(round(200.0 / frequency / step)))
        wave, other = np.sin(2 * np.pi * frequency * t), np.cos(2 * np.pi * frequency * t)
        passed = Record(step, wave).filtered(**corners).acceleration
        middle = slice(len(t) // 4, 3 * len(t) // 4)
        norm = np.dot(wave[middle], wave[middle])
        return np.dot(passed[middle], wave[middle]) / norm, np.dot(passed[middle], other[middle]) / norm

    def test_of_filters_have_the_gain_of_two_passes_without_a_shift(self):
        step = 0.005
        for order in (2, 4):
            for corners, kind in (({"low": 1.0}, -1), ({"high": 10.0}, 1)):
                corner = list(corners.values())[0]
                for frequency in (corner, 0.7 * corner, 1.6 * corner):
                    # of one pass, squared; the bilinear transform maps frequencies by the tangent
                    ratio = math.tan(math.pi * frequency * step) / math.tan(math.pi * corner * step)
                    exact = 1.0 / (1.0 + ratio ** (2 * kind * order))
                    found, shifted = self.gain(frequency, order=order, **corners)
                    self.assertAlmostEqual(found, exact, 3)
                    self.assertAlmostEqual(shifted, 0.0, 3)
        for corner in (0.5, 20.0):  # -3 dB in each of two passes
            self.assertAlmostEqual(self.gain(corner, low=0.5, high=20.0)[0], 0.5, 3)
        self.assertAlmostEqual(self.gain(3.0, low=0.5, high=20.0)[0], 1.0, 3)

    def test_of_filters_keep_their_pads_when_asked(self):
        record = noise()
        kept = record.filtered(0.5, 20.0, order=4, keep_pads=True)
        pad = math.ceil(0.75 * 4 / 0.5 / record.step)
        self.assertEqual(len(kept), len(record) + 2 * pad)
        np.testing.assert_array_equal(kept.acceleration[pad:-pad], record.filtered(0.5, 20.0).acceleration)

    def test_of_the_step_interpolate_or_filter(self):
        record = noise(501)
        fine = record.resampled(0.0025)
        self.assertEqual((len(fine), fine.length), (2001, record.length))
        np.testing.assert_allclose(fine.velocity[::4], record.velocity, atol=ROUNDING)
        np.testing.assert_allclose(fine.displacement[::4], record.displacement, atol=ROUNDING)
        t = 0.01 * np.arange(2000)
        for frequency, stays in ((2.0, 1.0), (35.0, 0.0)):  # half the new rate is 20 Hz
            coarse = Record(0.01, np.sin(2 * np.pi * frequency * t)).resampled(0.025)
            exact = stays * np.sin(2 * np.pi * frequency * coarse.times)
            np.testing.assert_allclose(coarse.acceleration[100:-100], exact[100:-100], atol=2e-3)
        self.assertEqual(record.resampled(0.01).acceleration.tolist(), record.acceleration.tolist())

    def test_of_size_length_and_ends(self):
        record = noise()
        self.assertAlmostEqual(record.scaled(pga=0.3, unit="g").pga, 0.3 * 9.80665, 12)
        self.assertAlmostEqual(record.scaled(pga=30, unit="Gal").pga, 0.3, 12)
        with self.assertWarnsRegex(UserWarning, r"^scaled: pga = 0.3 is taken in m/s2; unit='g', 'm/s2' or 'cm/s2' tells it$") as told:
            self.assertAlmostEqual(record.scaled(pga=0.3).pga, 0.3, 12)
        self.assertEqual(os.path.basename(told.filename), "quake_test.py")
        np.testing.assert_array_equal(record.scaled(-2).acceleration, -2 * record.acceleration)
        even = Record(0.01, np.ones(1001))
        self.assertAlmostEqual(even.trimmed(10, 80).length, 7.0, 12)
        self.assertAlmostEqual(even.trimmed(10, 80, margin=0.5).length, 8.0, 12)
        self.assertEqual(len(even.trimmed(0, 100, margin=5)), 1001)
        window = even.tapered(0.1).acceleration
        self.assertAlmostEqual(window[50], 0.5, 14)  # half of the taper
        self.assertEqual((window[0], window[-1]), (0.0, 0.0))
        self.assertEqual(window[100:901].tolist(), [1.0] * 801)
        np.testing.assert_allclose(window, window[::-1], atol=ROUNDING)

    def test_with_wrong_arguments_name_rule_and_value(self):
        record, zero = noise(), Record(0.01, np.zeros(10))
        for call, message in (
                (lambda: Record(0, [1, 2, 3, 4]), r"Record: step must be positive, got 0 s"),
                (lambda: Record(1, [1, 2, 3]), r"Record: acceleration must be at least 4 numbers in a row, got 3"),
                (lambda: Record(1, 3.0), r"Record: acceleration must be at least 4 numbers in a row, got one"),
                (lambda: Record(1, "abcd"), r"Record: acceleration must be a sequence of numbers"),
                (lambda: Record(1, [1, 2, math.inf, 4]), r"Record: acceleration \[2\] must be finite, got inf"),
                (lambda: Record(1, [1, 2, 3, 4], "mg"), r"Record: unit must be 'g', 'm/s2' or 'cm/s2', got 'mg'"),
                (lambda: record.scaled(), r"scaled: needs either factor or pga"),
                (lambda: record.scaled(2, 3), r"scaled: needs either factor or pga"),
                (lambda: record.scaled(pga=-1, unit="m/s2"), r"scaled: pga must be positive, got -1 m/s2"),
                (lambda: record.scaled(pga=1, unit="G's"), r"scaled: unit must be"),
                (lambda: zero.scaled(pga=1, unit="g"), r"scaled: record must not be zero throughout"),
                (lambda: zero.trimmed(), r"arias_time: record must not be zero throughout"),
                (lambda: record.trimmed(50, 50), r"trimmed: start must be below end, got 50 and 50 %"),
                (lambda: record.trimmed(0, 101), r"trimmed: end must be at most 100 %, got 101 %"),
                (lambda: record.trimmed(50, 50.001), r"trimmed: \d samples are left of noise, and a record needs 4"),
                (lambda: record.tapered(0.6), r"tapered: share must be at most 0.5, got 0.6"),
                (lambda: record.corrected(0), r"corrected: degree must be at least 1, got 0"),
                (lambda: record.corrected(21), r"corrected: degree must be at most 20, got 21"),
                (lambda: record.corrected(2, -1), r"corrected: taper must be at least 0, got -1"),
                (lambda: noise(5).corrected(2), r"corrected: noise must have at least 6 samples for degree 2, got 5"),
                (lambda: record.filtered(), r"filtered: needs low, high or both"),
                (lambda: record.filtered(5, 5), r"filtered: low must be below high, got 5 and 5 Hz"),
                (lambda: record.filtered(0, 5), r"filtered: low must be positive, got 0 Hz"),
                (lambda: record.filtered(1, 50), r"filtered: high must be below half the rate of the samples, 50 Hz"),
                (lambda: record.filtered(1, 5, order=11), r"filtered: order must be at most 10, got 11"),
                (lambda: record.resampled(-1), r"resampled: step must be positive, got -1 s"),
                (lambda: record.resampled(math.pi / 100),
                 r"resampled: step must be a ratio of whole numbers up to 1000"),
                (lambda: record.series(-1), r"series: start must be at least 0 s, got -1 s"),
                (lambda: record.spectrum([]), r"response_spectrum: periods must not be empty"),
                (lambda: record.spectrum([1, 0]), r"response_spectrum: period \[1\] must be positive, got 0 s"),
                (lambda: record.spectrum([1e-6]), r"response_spectrum: periods must be at least 6e-05 s"),
                (lambda: record.spectrum([1], -0.1), r"response_spectrum: damping must be at least 0, got -0.1"),
                (lambda: record.spectrum([1], 1), r"response_spectrum: damping must be below 1, got 1"),
                (lambda: record.spectrum([1, 2]).at(3), r"Spectrum.at: period must be at most 2 s, got 3 s")):
            with self.subTest(message=message), self.assertRaisesRegex(ValueError, r"quake_test\.py:\d+: " + message):
                call()


def newmark(record, period, damping, parts):
    """Peaks of u, u' and u'' + a by the average acceleration method of Newmark (1959)."""
    w = 2 * np.pi / period
    t, a = dense(record, parts)
    h, u, v, peaks = t[1] - t[0], 0.0, 0.0, np.zeros(3)
    acceleration = -a[0]
    for ground in a[1:]:
        guess_u, guess_v = u + h * v + 0.25 * h * h * acceleration, v + 0.5 * h * acceleration
        acceleration = (-ground - 2 * damping * w * guess_v - w * w * guess_u) / (
            1 + damping * w * h + 0.25 * w * w * h * h)
        u, v = guess_u + 0.25 * h * h * acceleration, guess_v + 0.5 * h * acceleration
        peaks = np.maximum(peaks, np.abs([u, v, acceleration + ground]))
    return peaks


class Spectra(unittest.TestCase):
    def test_take_exact_steps(self):
        # Duhamel's integral by adaptive quadrature, and free vibration in closed form
        for w, damping, h in ((3.0, 0.05, 0.02), (60.0, 0.2, 0.01), (1.5, 0.0, 0.3), (0.01, 0.05, 0.001),
                              (49.9, 0.3, 0.01)):
            matrix, forced = (m[0] for m in step_matrices(np.array([w]), damping, h))
            wd = w * math.sqrt(1 - damping ** 2)
            for column, ground in enumerate((lambda t: 1 - t / h, lambda t: t / h)):
                u = integrate.quad(lambda s: -ground(s) / wd * math.exp(-damping * w * (h - s))
                                   * math.sin(wd * (h - s)), 0, h, epsabs=1e-15)[0]
                v = integrate.quad(lambda s: -ground(s) * math.exp(-damping * w * (h - s))
                                   * (math.cos(wd * (h - s)) - damping * w / wd * math.sin(wd * (h - s))), 0, h,
                                   epsabs=1e-15)[0]
                np.testing.assert_allclose(forced[:, column], [u, v], rtol=1e-9)
            generator = np.array([[0, 1], [-w * w, -2 * damping * w]])
            eigen, vectors = np.linalg.eig(generator)
            exact = (vectors @ np.diag(np.exp(eigen * h)) @ np.linalg.inv(vectors)).real
            np.testing.assert_allclose(matrix, exact, rtol=1e-10, atol=1e-13)

    def test_of_harmonic_motion_have_a_closed_form(self):
        # u'' + 2 d w u' + w^2 u = -A sin(p t) from rest, both parts of the answer
        step, amplitude, p = 0.002, 2.0, 2 * np.pi * 1.5
        t = step * np.arange(10001)
        record = Record(step, amplitude * np.sin(p * t))
        for damping in (0.02, 0.3):
            spectrum = record.spectrum([0.2, 2 / 3, 1.0, 2.5], damping)
            for i, period in enumerate(spectrum.periods):
                w = 2 * np.pi / period
                wd = w * math.sqrt(1 - damping ** 2)
                size = amplitude / ((w * w - p * p) ** 2 + (2 * damping * w * p) ** 2)
                c, s = 2 * damping * w * p * size, -(w * w - p * p) * size  # of cos and sin
                free = np.exp(-damping * w * t)
                b = (-s * p - damping * w * c) / wd
                u = c * np.cos(p * t) + s * np.sin(p * t) + free * (-c * np.cos(wd * t) + b * np.sin(wd * t))
                v = np.gradient(u, step, edge_order=2)
                self.assertLess(abs(v[0]), 2e-3 * np.abs(v).max())  # the oracle begins at rest
                self.assertAlmostEqual(spectrum.displacement[i] / np.abs(u).max(), 1.0, 3)
                self.assertAlmostEqual(spectrum.velocity[i] / np.abs(v).max(), 1.0, 2)
                total = np.abs(2 * damping * w * v + w * w * u).max()
                self.assertAlmostEqual(spectrum.acceleration[i] / total, 1.0, 2)

    def test_of_a_record_agree_with_newmark(self):
        record = noise(400)
        for damping in (0.0, 0.2):
            spectrum = response_spectrum(record, [0.05, 0.3, 1.7], damping)
            for i, period in enumerate(spectrum.periods):
                found = [spectrum.displacement[i], spectrum.velocity[i], spectrum.acceleration[i]]
                np.testing.assert_allclose(found, newmark(record, period, damping, 60), rtol=2e-3)

    def test_tend_to_the_ground(self):
        wave = Record(0.002, np.sin(9.0 * 0.002 * np.arange(1000)))
        self.assertAlmostEqual(wave.spectrum([0.005], 0.05).acceleration[0] / wave.pga, 1.0, 2)
        record = noise().corrected()
        soft = record.spectrum([2000.0], 0.05)
        self.assertAlmostEqual(soft.displacement[0] / record.pgd, 1.0, 2)
        self.assertAlmostEqual(soft.velocity[0] / record.pgv, 1.0, 2)

    def test_count_the_free_vibration_after_the_end(self):
        pulse = Record(0.001, [0.0, 1.0, 0.0, 0.0])  # an impulse of 1e-3 m/s
        spectrum = pulse.spectrum([1.0, 3.0], 0.0)
        np.testing.assert_allclose(spectrum.displacement, 1e-3 * spectrum.periods / (2 * np.pi), rtol=1e-3)
        w, d = 2 * np.pi, 0.1  # with damping the peak is exp(-d/r atan(r/d)) of that, r = sqrt(1 - d^2)
        r = math.sqrt(1 - d * d)
        self.assertAlmostEqual(pulse.spectrum([1.0], d).displacement[0] * w / 1e-3,
                               math.exp(-d / r * math.atan2(r, d)), 2)

    def test_give_pseudo_values_and_tables(self):
        spectrum = noise().spectrum([0.5, 2.0])
        w = 2 * np.pi / spectrum.periods
        np.testing.assert_allclose(spectrum.pseudo_velocity, w * spectrum.displacement)
        np.testing.assert_allclose(spectrum.pseudo_acceleration, w * w * spectrum.displacement)
        self.assertAlmostEqual(spectrum.at(1.25), np.mean(spectrum.pseudo_acceleration), 12)
        self.assertEqual(len(spectrum.table().splitlines()), 3)
        default = noise().spectrum()
        self.assertEqual((len(default.periods), default.damping), (100, 0.05))
        self.assertEqual(len(default.table(5).splitlines()), 6)


class Runs(LanguageTest):
    def test_the_ground_moves_as_the_record_does(self):
        record = noise(101).filtered(0.2, 20.0).corrected()
        step = record.step / 8
        solfec = self.new_solfec(step=step)
        ground = self.new_ball(solfec, kind="OBSTACLE")
        SET_ACCELERATION(ground, ground.center, (1, 0, 0), record.series())
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), record.length)
        self.assertLess(abs(VELOCITY(ground, ground.center)[0]), 1e-9)
        # the velocity is exact; ways are those of the time stepping, second order in the step
        self.assertAlmostEqual(DISPLACEMENT(ground, ground.center)[0], 0.0, 6)
        times, way = HISTORY(solfec, (ground, ground.center, "DX"), 0, record.length)
        self.assertEqual(len(times), 801)
        self.assertLess(np.abs(np.array(way)[::8] - record.displacement).max(), 2e-3 * record.pgd)


if __name__ == "__main__":
    main()
