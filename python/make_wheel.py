"""Makes custub's own wheel: make_wheel.py PACKAGE_FOLDER OUT_FOLDER, where PACKAGE_FOLDER is custub/ as built."""
import os
import sys

package, out = sys.argv[1:]
sys.path.insert(0, os.path.dirname(package))
import custub
from custub import wheel

names = [name for name in sorted(os.listdir(package)) if not name.startswith("__pycache__")]
files = {f"custub/{name}": wheel.read(os.path.join(package, name)) for name in names}
print(wheel.write(out, "custub", custub.__version__, f"cp311-abi3-{wheel.platform()}", files))
