#!/bin/sh
# Makes the .venv of this checkout from nothing but python3 >= 3.11: `sh tools/setup.sh runtime|dev`.
# The Makefile calls it; every version comes from constraints.txt.
set -eu
cd "$(dirname "$0")/.."
wanted=${1:-}
venv=.venv
torch_cpu_index=https://download.pytorch.org/whl/cpu

say() { printf '%s\n' "$*" >&2; }
fail() { say "error: $*"; exit 1; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# The program that was named, and no other: whoever names one wants that one.
named_python() {
    command -v "$PYTHON" >/dev/null || fail "PYTHON names $PYTHON, and there is no such program. $other_python"
    found=$("$PYTHON" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) ||
        fail "PYTHON names $PYTHON, which is not a working Python. $other_python"
    is_new_enough "$PYTHON" ||
        fail "localcoder needs Python 3.11 or newer, and $PYTHON, which PYTHON names, is Python $found. $other_python"
    echo "$PYTHON"
}
other_python="Name another, or leave PYTHON away."

find_python() {
    if [ -n "${PYTHON:-}" ]; then named_python; return; fi
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null && is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    found=$(python3 --version 2>&1) || found="no python3"
    fail "localcoder needs Python 3.11 or newer, and this machine has $found." \
        "Install one (Debian and Ubuntu: apt install python3 python3-venv) or name it: make PYTHON=/path/to/python3.12"
}

make_venv() {
    python=$(find_python)
    say "Making $venv with $("$python" --version) ..."
    "$python" -m venv --clear "$venv" ||
        fail "$python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv"
}

has_nvidia_driver() { [ -e /proc/driver/nvidia/version ] || command -v nvidia-smi >/dev/null; }

pip_install() { "$venv/bin/python" -m pip install --disable-pip-version-check --constraint constraints.txt "$@"; }

# By far the largest download, so it comes first and shows its progress. PyPI's torch for Linux brings gigabytes of
# CUDA: without a driver PyTorch's own index is asked first, once and briefly, because some networks reach PyPI alone.
# torch's dependencies stay out of that step: that index has other versions of them than constraints.txt.
install_torch() {
    if [ "$(uname -s)" = Linux ] && ! has_nvidia_driver; then
        say "No NVIDIA driver here: asking PyTorch's index for torch without CUDA ..."
        "$venv/bin/python" -m pip install --disable-pip-version-check --no-deps --timeout 10 --retries 1 \
            --index-url "$torch_cpu_index" "$(grep '^torch==' constraints.txt)" 2>/dev/null && return
        say "That index cannot be used from here; taking torch from the default one, a larger download."
    fi
    pip_install torch
}

[ "$wanted" = runtime ] || [ "$wanted" = dev ] || fail "usage: sh tools/setup.sh runtime|dev"
"$venv/bin/python" -m pip --version >/dev/null 2>&1 && is_new_enough "$venv/bin/python" || make_venv

"$venv/bin/python" -m pip show --quiet torch 2>/dev/null || install_torch
extras=
if has_nvidia_driver; then extras=gpu; fi
if [ "$wanted" = dev ]; then extras=${extras:+$extras,}dev,mcp,acp; fi
say "Installing localcoder${extras:+ with $extras} ..."
pip_install --quiet --editable ".${extras:+[$extras]}"
