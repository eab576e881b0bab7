"""Order of keys in the data of a callback: a queue in a dict goes on where it stood."""

import os

from support import RestartTest, chosen, frame_ends, frames_path, main, read

# A round robin over a dict, a dict that loses and gains keys, and a BODY that cannot be saved.
SCENE = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(s)
body = BODY(s, 'RIGID', SPHERE((0, 0, 1), 0.5, 1, 1), bulk)
data = {'first': 0, 'body': body, 'queue': {'east': 1, 'north': 2, 'west': 3}, 'last': 0}

def blow(data):
  queue = data['queue']
  name = next(iter(queue))
  speed = queue[name] = queue.pop(name)
  data['last'] = data.pop('last') + 1
  if data['last'] == 3:
    queue['south'] = 4
  if data['last'] == 5:
    del queue['north']
  data['first'] = data.pop('first') + 2
  INITIAL_VELOCITY(body, (speed, len(queue), list(data).index('body')), (0, 0, 0))

CALLBACK(s, 0.004, data, blow)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.04)
print(list(data), list(data['queue']))
"""


class Order(RestartTest):
    def test_a_continued_run_calls_in_the_order_of_the_stored_one(self):
        script = self.write("scene.py", SCENE)
        told = self.run_ok("-q", script).stdout
        os.rename(self.path("out"), self.path("whole"))
        ends = frame_ends(read(frames_path(self.path("whole"))))
        for frame in chosen(len(ends) - 1, 12):
            self.cut_copy(self.path("whole"), self.path("out"), ends[frame])
            again = self.run_ok("-q", "-c", script)
            self.assertEqual(again.stdout, told, f"cut after frame {frame}")
            self.assert_same_frames(self.path("out"), self.path("whole"), f"frame {frame}")


if __name__ == "__main__":
    main()
