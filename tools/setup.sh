# For the scripts at the root, which set $root and then source this: set_up NAME returns with a
# working .venv that holds Tengen and, if NAME is not tengen, that optional dependency group.

set_up() {
    root=$(cd -- "$root" && pwd -P)
    is_set_up "$1" && return
    python=$(find_python) || {
        echo "tengen: Python 3.11 or later is needed, and none was found${python:+: $python}" >&2
        exit 1
    }
    "$python" -I "$root/tools/setup.py" "$1" || exit 1
}

is_set_up() {
    [ -x "$root/.venv/bin/python" ] &&
        read -r where 2>/dev/null <"$root/.venv/set-up-in" && [ "$where" = "$root" ] &&
        cmp -s "$root/pyproject.toml" "$root/.venv/set-up-for-$1" &&
        [ -z "$(find "$root/setup.py" "$root/src/tengen/proofs" \
            "$root/src/tengen/search" "$root/src/tengen/solver" -name '*.p[yx]*' \
            -newer "$root/.venv/set-up-in" ! -name '*.pyc')" ]
}

# Prints a command that runs a new enough Python; failing that, what there is, and fails.
find_python() {
    for name in python3 python python3.14 python3.13 python3.12 python3.11; do
        found=$("$name" -c 'import sys; print(sys.version.split()[0])' 2>/dev/null) || continue
        case $found in
            3.1[1-9]* | 3.[2-9][0-9]* | [4-9].*) echo "$name" && return ;;
            *) old="${old:+$old, }$name is $found" ;;
        esac
    done
    echo "${old:-}"
    return 1
}
