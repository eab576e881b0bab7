"""python3 -m solfec.selftest"""

from solfec.selftest.run import main

main()
