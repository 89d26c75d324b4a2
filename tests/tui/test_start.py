import subprocess
import sys


def test_the_screen_is_there_before_anything_heavy_is_imported():
    heavy = "torch", "transformers", "tokenizers", "numpy", "httpx", "huggingface_hub", "jinja2"
    code = f"import localcoder.tui.app, sys; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
