"""Makes the fixtures that `src-tauri/crates/inference/tests/parity` compares with, one module beside this file per network.

    python -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python make_fixtures.py [network ...]

Parler-TTS, Real-ESRGAN and DDColor each need another environment, which its module describes, and are made only where they are
named.
Every model is tiny and random: no weights are fetched.
"""

import importlib
import pathlib
import sys

if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    others = {"ddcolor", "parler_tts", "real_esrgan"}
    networks = sys.argv[1:] or sorted({path.stem for path in (here / "networks").glob("*.py")} - others)
    sys.path.insert(0, str(here))
    for network in networks:
        importlib.import_module(f"networks.{network}").make()
        folder = here / "fixtures"
        size = sum(path.stat().st_size for path in folder.glob(f"{network}*/*"))
        print(f"{network}: {size / 1e6:.2f} MB")
