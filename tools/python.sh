# Sourced by the scripts at the root: finds Python without starting it, and sets $python.
# tools/start.py looks for a newer Python if this one is too old.

python=
for name in python3 python3.14 python3.13 python3.12 python3.11; do
    command -v "$name" >/dev/null 2>&1 && python=$name && break
done
[ -n "$python" ] || {
    echo "tengen: Python 3.11 or later is needed, and none was found. Install it, then run this again." >&2
    exit 1
}
