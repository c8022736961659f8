#!/usr/bin/env bash
# tests/harnesses/run.sh NAME...: installs a harness into an environment of its own and runs its
# check there, offline. Without a name: lists them. Environments are kept in
# $IFBENCH_SUITE_HARNESSES (default: ~/.cache/ifbench_suite_harnesses) and used again as long as
# what they need stays the same.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=${IFBENCH_SUITE_HARNESSES:-${XDG_CACHE_HOME:-$HOME/.cache}/ifbench_suite_harnesses}

if [ $# -eq 0 ]; then
    ls "$here/requirements" | sed 's/\.txt$//'
    exit
fi

# The checks run away from the checkout, so that what is installed is what they see.
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
ln -s "$root/tests" "$stage/tests"

for name in "$@"; do
    needs=$here/requirements/$name.txt
    [ -f "$needs" ] || { echo "no harness $name; see $0" >&2; exit 2; }
    venv=$cache/$name
    if ! cmp --silent "$needs" "$venv/installed.txt"; then
        rm -rf "$venv"
        "${PYTHON:-python3}" -m venv "$venv"
        # torch first and alone: the harnesses take it as it is, and would bring the CUDA one.
        if grep '^torch==' "$needs"; then
            "$venv/bin/pip" install --quiet "$(grep '^torch==' "$needs")"
        fi
        "$venv/bin/pip" install --quiet --requirement "$needs"
        cp "$needs" "$venv/installed.txt"
    fi
    "$venv/bin/pip" install --quiet "$root"
    (
        cd "$stage"
        export PATH="$venv/bin:$PATH" HF_HUB_OFFLINE=1 PYTHONPATH="$stage"
        "$venv/bin/python" -W ignore -m "tests.harnesses.check_$name"
    )
done
