"""Reduced bodies as scripts see them: forms 'BC-MODAL' and 'BC-RO', REGISTER_BASE, COROTATED_DISPLACEMENTS."""

import math

from support import *

# A beam that falls on a corner, reduced to some modes, beside a full one whose displacements are sampled.
SCRIPT = """
solfec = SOLFEC ('DYNAMIC', 1E-3, 'out')
bulk = BULK_MATERIAL (solfec, young = 1E7, poisson = 0.3, density = 1E3)
SURFACE_MATERIAL (solfec, friction = 0.3)
GRAVITY (solfec, (0, 0, -9.81))
OUTPUT (solfec, %(output)s)
def beam (y, form, label, base = None):
  mesh = HEX ([0, 0, 0, 1, 0, 0, 1, .2, 0, 0, .2, 0, 0, 0, .2, 1, 0, .2, 1, .2, .2, 0, .2, .2], 6, 1, 1, 1, [1] * 6)
  return BODY (solfec, 'FINITE_ELEMENT', TRANSLATE (ROTATE (mesh, (0, 0, 0), (0, 1, 0), -20), (0, y, 0.01)), bulk,
               label, form, base = base)
full = beam (0, 'BC', 'full')
full.scheme = 'DEF_LIM'
values, vectors = MODAL_ANALYSIS (full, 14)
REGISTER_BASE (solfec, (values, vectors, 0.02), 'modes')
one = beam (1, 'BC-MODAL', 'one', %(base)s)
two = beam (2, 'BC-RO', 'two', (values [6:10], [vectors [84 * k : 84 * k + 84] for k in range (6, 10)]))
BODY (solfec, 'OBSTACLE', HULL ([-1, -1, -1, 3, -1, -1, 3, 4, -1, -1, 4, -1, -1, -1, 0, 3, -1, 0, 3, 4, 0, -1, 4, 0], 1, 2), bulk)
samples = COROTATED_DISPLACEMENTS (solfec, 'full', 0.02)
both = COROTATED_DISPLACEMENTS (solfec, ['one', two], [0.04, 0.1])
RUN (solfec, GAUSS_SEIDEL_SOLVER (1E-6, 1000), %(duration)s)
print ('STATE', [body.conf for body in (full, one, two)], ENERGY (solfec, one), STRESS (two, two.center), one.scheme)
print ('SAMPLES', len (samples), samples, both)
print ('ENERGY', HISTORY (solfec, [(one, 'KINETIC')], 0, 0.2) [1] [-1])
"""


class Reduced(LanguageTest):
    def beam(self, solfec, form="BC-RO", base=None, label=None, **keywords):
        bulk = BYLABEL(solfec, "BULK_MATERIAL", "bulk") or BULK_MATERIAL(solfec, label="bulk", young=1e7, density=1e3)
        mesh = SCALE(HEX(CUBE, 4, 1, 1, 1, [1] * 6), (1, 0.2, 0.2))
        return BODY(solfec, "FINITE_ELEMENT", mesh, bulk, label, form, base=base, **keywords)

    def modes(self, solfec, count=10):
        body = self.beam(solfec, "BC")
        base = MODAL_ANALYSIS(body, count)
        DELETE(solfec, body)
        return base

    def script(self, output=0.02, base="'modes'", duration=0.2):
        return SCRIPT % dict(output=output, base=base, duration=duration)

    def said(self, *words, **changes):
        done = self.run_program("-q", *words, script=self.script(**changes))
        self.assertEqual(done.returncode, 0, done.stderr)
        return {line.split(" ", 1)[0]: line for line in done.stdout.splitlines() if line[:1].isupper()}

    def test_results_have_the_bits_of_the_run_and_a_continued_run_those_of_a_whole_one(self):
        whole = self.said()
        self.assertIn("STATE", whole)
        self.assertIn("SAMPLES 10 ", whole["SAMPLES"])
        self.assertEqual(self.said(), whole)  # READ mode
        shutil.rmtree(os.path.join(self.folder, "out"))
        self.said(duration=0.1)
        self.assertEqual(self.said("-c"), whole)

    def test_results_of_another_base_are_refused(self):
        self.said(duration=0.01)
        done = self.run_program("-q", script=self.script(duration=0.01, base="(values [:8], vectors [:672])"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("has another base than in the results", done.stderr)
        done = self.run_program("-q", script=self.script(duration=0.01).replace("'BC-MODAL'", "'BC-RO'"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("has the form 'BC-RO', but 'BC-MODAL' in the results", done.stderr)

    def test_sampled_times_without_frames_are_told(self):
        whole = self.said(output=0.05)
        self.assertIn("SAMPLES 10 ", whole["SAMPLES"])
        done = self.run_program("-q", script=self.script(output=0.05))
        self.assertIn("SAMPLES 2 ", done.stdout)
        self.assertIn("COROTATED_DISPLACEMENTS: the results have no frame at 9 of the sampled times", done.stderr)

    def test_readers_in_python_know_the_forms(self):
        self.said(duration=0.01)
        import solfec_results
        results = solfec_results.Results(os.path.join(self.folder, "out"))
        self.assertEqual([body.form for body in results.bodies][:3], ["BC", "BC-MODAL", "BC-RO"])

    def test_bases_are_checked(self):
        solfec = self.new_solfec()
        values, vectors = self.modes(solfec)
        size = len(vectors) // 10
        for form in ("BC-MODAL", "BC-RO"):
            self.assert_refused(ValueError, "BODY: 'base' is missing: Modal base data must be passed for the %s formulation" % form,
                                lambda: self.beam(solfec, form))
        for base, kind, text in (
                ((values,), ValueError, r"must be \(eigenvalues, vectors\) or \(eigenvalues, vectors, ratios\), got 1 items"),
                (3.0, TypeError, "must be a tuple"),
                (("a", vectors), TypeError, "must have numbers as eigenvalues, got 'a'"),
                (([], []), ValueError, "must have a vector at least, got no eigenvalue"),
                ((values, vectors[:-1]), ValueError, "must have three numbers for each node in each of the 10 vectors"),
                ((values[:2], [vectors[:size], vectors[:size - 3]]), ValueError, "must have vectors of one size, got 60 and 57"),
                ((values, vectors, [0.1]), ValueError, "must have one damping ratio, or one for each of the 10 vectors, got 1"),
                ((values, vectors, -0.1), ValueError, "must have damping ratios that are not negative, got -0.1"),
                ((values, vectors, math.nan), ValueError, "must have damping ratios that are not negative, got nan"),
                ("none", ValueError, "is no base of REGISTER_BASE: 'none', there are: none")):
            self.assert_refused(kind, "BODY: 'base' " + text, lambda: self.beam(solfec, "BC-RO", base))
        self.assert_refused(ValueError, "BODY: Modal analysis data size and mesh size do not match: 'base' has 600 numbers",
                            lambda: BODY(solfec, "FINITE_ELEMENT", HEX(CUBE, 2, 2, 1, 1, [1] * 6),
                                         BYLABEL(solfec, "BULK_MATERIAL", "bulk"), form="BC-RO", base=(values, vectors)))
        self.assert_refused(ValueError, "BODY: 'base' must have independent vectors, vector 10 is a combination",
                            lambda: self.beam(solfec, "BC-RO", (values + [1.0], vectors + vectors[-size:])))

    def test_registered_bases_are_shared_and_labels_are_their_own(self):
        solfec = self.new_solfec()
        base = self.modes(solfec)
        REGISTER_BASE(solfec, base, "modes")
        self.assert_refused(ValueError, "REGISTER_BASE: 'label' is the label of a base already: 'modes'",
                            lambda: REGISTER_BASE(solfec, base, "modes"))
        self.assert_refused(ValueError, "REGISTER_BASE: 'label' must not be empty", lambda: REGISTER_BASE(solfec, base, ""))
        one, other = self.beam(solfec, "BC-MODAL", "modes"), self.beam(solfec, "BC-MODAL", base)
        self.assertEqual(one.conf, other.conf)
        self.assert_refused(ValueError, "BODY: 'base' is no base of REGISTER_BASE: 'mode', there are: 'modes'",
                            lambda: self.beam(solfec, "BC-RO", "mode"))
        another = self.new_solfec()
        self.assert_refused(ValueError, "BODY: 'base' is no base", lambda: self.beam(another, "BC-RO", "modes"))

    def test_the_scheme_is_def_lim_in_a_dynamic_analysis(self):
        solfec = self.new_solfec()
        body = self.beam(solfec, "BC-MODAL", self.modes(solfec))
        self.assertEqual(body.scheme, "DEF_LIM")
        for scheme in ("DEF_EXP", "DEF_LIM2", "DEF_IMP", "RIG_NEG"):
            with self.assertRaisesRegex(ValueError, "BODY.scheme: .*Invalid integration scheme: '%s' does not integrate "
                                        "FINITE_ELEMENT bodies of form 'BC-MODAL', DEF_LIM does" % scheme):
                body.scheme = scheme
        body.scheme = "DEFAULT"
        self.assertEqual(body.scheme, "DEF_LIM")
        slow = self.new_solfec("QUASI_STATIC")
        base = self.modes(slow)
        self.assert_refused(ValueError, "BODY: 'form' 'BC-RO' is for a DYNAMIC analysis", lambda: self.beam(slow, "BC-RO", base))

    def test_a_reduced_body_is_not_parted(self):
        solfec = self.new_solfec()
        body = self.beam(solfec, "BC-MODAL", self.modes(solfec), "bar")
        for part in (lambda: PARTITION(body, 2),
                     lambda: RT_SPLIT(body, body.mesh.inter_element_faces_on_plane((0.5, 0, 0), (1, 0, 0)))):
            self.assert_refused(ValueError, "(PARTITION|RT_SPLIT): body 'bar' .*of form 'BC-MODAL' has a base for its whole mesh", part)

    def test_sampling_is_checked(self):
        solfec = self.new_solfec()
        self.beam(solfec, "BC", label="bar")
        self.new_ball(solfec, (9, 9, 9), label="ball")
        refused = lambda kind, text, *words: self.assert_refused(
            kind, "COROTATED_DISPLACEMENTS: " + text, lambda: COROTATED_DISPLACEMENTS(solfec, *words))
        refused(ValueError, r"'subset': Invalid subset definition \(matching bodies not found\)", "nothing")
        refused(ValueError, r"'subset': Invalid subset definition \(it has no FINITE_ELEMENT body\)", "ball")
        refused(ValueError, "'sampling': Invalid sampling argument: an interval must be positive, got 0 s", "bar", 0)
        refused(ValueError, "'sampling': Invalid sampling argument: an empty list", "bar", [])
        refused(ValueError, "'sampling': Invalid sampling argument: times must increase", "bar", [0.1, 0.1])
        refused(ValueError, "'sampling': Invalid sampling argument: times must increase from the present time 0 s", "bar", [0.0])
        BODY(solfec, "FINITE_ELEMENT", TRANSLATE(HEX(CUBE, 2, 1, 1, 1, [1] * 6), (5, 5, 5)), BYLABEL(solfec, "BULK_MATERIAL", "bulk"))
        refused(ValueError, "'subset': Invalid subset definition: body 3 .* has a mesh of 12 nodes, and those before it have 20")

    def test_samples_are_displacements_in_the_turning_frame(self):
        solfec = self.new_solfec(step=1e-3)
        body = self.beam(solfec, "TL")
        samples = COROTATED_DISPLACEMENTS(solfec, sampling=0.01)
        self.assertEqual(samples, [])
        INITIAL_VELOCITY(body, (1, 2, 3), (0, 0, 5))
        body.scheme = "DEF_LIM"
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.05)
        self.assertEqual(len(samples), 5)
        # a turn by 14 degrees of a stiff bar leaves its stretch by centrifugal forces, symmetric about the middle
        d = samples[-1]
        largest = max(abs(x) for x in d)
        self.assertLess(largest, 1e-3)
        self.assertGreater(largest, 1e-5)
        for axis in range(3):
            self.assertAlmostEqual(sum(d[axis::3]), 0.0, 12)
        x = [body.mesh.node(k)[0] for k in range(20)]
        right = [d[3 * k] for k in range(20) if x[k] > 0.9]
        left = [d[3 * k] for k in range(20) if x[k] < 0.1]
        self.assertAlmostEqual(sum(right), -sum(left), 9)

    def test_parts_of_two_materials_keep_their_stiffness(self):
        # half as dense and half as stiff: the same motion as long as nothing but inertia acts
        tips = []
        for share in (1.0, 0.5):
            solfec = self.new_solfec(step=1e-4)
            base = self.modes(solfec)
            body = self.beam(solfec, "BC-RO", base)
            other = BULK_MATERIAL(solfec, label="other", young=1e7 * share, density=1e3 * share)
            MATERIAL(solfec, body, 1, other)
            INITIAL_VELOCITY(body, (0, 0, 0), (0, 20, 0))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.02)
            tips.append(DISPLACEMENT(body, (1, 0.1, 0.1)))
        for one, other in zip(*tips):
            self.assertAlmostEqual(one, other, 12)


if __name__ == "__main__":
    main()
