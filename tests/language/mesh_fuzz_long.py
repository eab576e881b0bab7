"""Many mutated files for the readers of solfec.mesh and compas_solfec, in several processes and bounded time.

    PYTHONPATH=build/release/python /usr/bin/python3 tests/language/mesh_fuzz_long.py [COUNT [SECONDS [FIRST]]]

COUNT inputs per format, 1e6 else; after SECONDS, 6000 else, no more are begun. FIRST chunk of
2000 inputs, 0 else: a run goes on where another one ended. Prints the number of inputs that each
format had. An input that ends with anything but data or a ValueError with the line of the script, or that takes more
memory than it may, ends the run with 1 and its number; SOLFEC_FUZZ_KEEP=FOLDER keeps it.
"""

import multiprocessing
import resource
import time

from mesh_fuzz_test import *

CHUNK = 2000
FORMATS = {**{name: (lambda write=write: write(files.mixed()), read) for name, write in MESHES.items()},
           **{name: (write, read_surface) for name, write in SURFACES.items()},
           **{name: (write, compas_solfec.read) for name, write in ASSEMBLIES.items()}}


def run_chunk(task):
    """Reads one chunk; returns the format, inputs, how many of them were refused, the message of the first failure."""
    name, number, end = task
    if time.time() > end:  # making the content takes its time, too
        return name, 0, 0, ""
    content, reader = FORMATS[name][0](), FORMATS[name][1]
    chance = random.Random("%s %d" % (name, number))
    refused = 0
    with tempfile.TemporaryDirectory(prefix="solfec-fuzz-") as folder:
        path = os.path.join(folder, name)
        for k in range(CHUNK):
            if time.time() > end:
                return name, k, refused, ""
            answer = answer_of(path, mutated(content, chance), reader)
            if answer not in ("", "refused"):
                return name, k, refused, "%s, input %d of chunk %d: %s" % (name, k, number, answer)
            refused += answer == "refused"
    return name, CHUNK, refused, ""


def limit_memory():
    with open("/proc/self/statm") as file:
        have = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (have + MEMORY, -1))


def main():
    count = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10 ** 6
    end = time.time() + (float(sys.argv[2]) if len(sys.argv) > 2 else 6000.0)
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    tasks = [(name, first + k, end) for k in range(-(-count // CHUNK)) for name in FORMATS]
    done, refused, wrong = dict.fromkeys(FORMATS, 0), dict.fromkeys(FORMATS, 0), []
    with multiprocessing.Pool(len(os.sched_getaffinity(0)), limit_memory) as pool:
        for name, inputs, some, message in pool.imap_unordered(run_chunk, tasks):
            done[name] += inputs
            refused[name] += some
            if message:
                wrong.append(message)
                print(message, flush=True)
                if len(wrong) == 20:
                    pool.terminate()
                    break
    for name in FORMATS:
        print("%-12s %8d inputs, %8d of them refused" % (name, done[name], refused[name]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
