#!/bin/sh
# coverage.sh ROOT: checks the table of docs/DRIVER_FUNCTIONS.md: which functions of the driver API the CPU
# driver serves, and which tests call them. Fails if the table is out of date, if no test calls a served
# function, or if the list of programs lacks one that custub's runtime does not call. RENEW=1 writes the table
# again.
set -eu
export LC_ALL=C # the order of names
root=$1
document=$root/docs/DRIVER_FUNCTIONS.md
begin='<!-- functions: tests/docs/coverage.sh -->'
end='<!-- end of functions -->'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$root"
# The name, version and exported name of each row, which may have several lines.
{
    cat runtime/cpu/api/function_table.h runtime/cpu/api/graph_function_table.h | tr -d '\\\n'
    echo
} | sed 's/X(cu/\nX(cu/g' |
    sed -n 's/^X(\(cu[A-Za-z0-9]*\), *\([0-9]*\), *\(cu[A-Za-z0-9_]*\),.*/\1 \2 \3/p' >"$work/served"
unserved=$(grep -c ' X(cu' runtime/cpu/api/unserved_table.h)
threads=$(grep -c ' X(cu' runtime/cpu/entry/per_thread_table.h)
earlier=$(grep -c ' X(cu' runtime/cpu/entry/earlier_table.h)
# Each `cu.name` in a test, with its file. Uses of a function's address do not count, and the table of contexts
# is left out because it has all functions.
find tests/cpu tests/driver tests/launches -name '*.c' -not -path '*/contexts/*' \
    -exec grep -oH 'cu\.cu[A-Z][A-Za-z0-9_]*' {} + |
    sed 's|^.*/||; s|\.c:cu\.| |' | sort -u >"$work/calls"
grep -o 'NEED([A-Za-z0-9_]*' tests/driver/misuse/misuse.c | sed 's/NEED(/misuse /' |
    sort -u >>"$work/calls"

{
    echo "$begin"
    echo
    echo "$(wc -l <"$work/served") functions are served, $threads of them also in the forms \`_ptsz\`" \
        "and \`_ptds\`, and $earlier under the names of earlier versions;"
    echo "$unserved more are exported and answer \`CUDA_ERROR_NOT_SUPPORTED\`."
    echo
    echo '| function | from CUDA | proved by |'
    echo '|---|---|---|'
    while read -r name version exported; do
        tests=$(awk -v f="$exported" '$2 == f { printf "%s`%s`", n++ ? ", " : "", $1 }' \
            "$work/calls")
        [ -n "$tests" ] || echo "$exported" >>"$work/unproved"
        echo "| \`$exported\` | $((version / 1000)).$((version % 1000 / 10)) | $tests |"
    done <"$work/served"
    echo
    echo "$end"
} >"$work/table"

awk -v table="$work/table" -v begin="$begin" -v end="$end" '
    $0 == begin { while ((getline line < table) > 0) print line; skipping = 1 }
    !skipping { print }
    $0 == end { skipping = 0 }' "$document" >"$work/document"

# The list of programs must have exactly the served functions that the runtime does not call.
sed -n 's/^[A-Z]*([a-z0-9_]*, *\(cu[A-Za-z0-9_]*\),.*/\1/p' runtime/driver/driver_symbols.h | sort -u >"$work/runtime"
awk '{ print $3 }' "$work/served" | sort -u | comm -23 - "$work/runtime" >"$work/others"
sed -n "/^$end/,\$p" "$document" | sed -n 's/^| \(`cu[^|]*\)|.*/\1/p' | grep -o 'cu[A-Za-z0-9_]*' | sort -u |
    comm -3 "$work/others" - >"$work/programs"
if [ -s "$work/programs" ]; then
    echo 'docs/DRIVER_FUNCTIONS.md, "Who calls what custub does not": missing, or (indented) superfluous:'
    cat "$work/programs"
    exit 1
fi
if [ -s "$work/unproved" ]; then
    echo 'served, but no test calls them:'
    cat "$work/unproved"
    [ -n "${RENEW:-}" ] || exit 1
fi
if [ -n "${RENEW:-}" ]; then
    cp "$work/document" "$document"
elif ! diff -u "$document" "$work/document"; then
    echo 'docs/DRIVER_FUNCTIONS.md is out of date; run RENEW=1 sh tests/docs/coverage.sh .'
    exit 1
fi
