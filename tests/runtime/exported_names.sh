#!/bin/sh
# exported_names.sh <C compiler> <nm> <libcustub.so> <headers>: the shared runtime exports the functions
# and objects that the public headers declare, and nothing else.
set -eu
compiler=$1
nm=$2
library=$3
headers=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# <custub/kernel.h> and <custub/assertion.h> are for .cu files.
for header in "$headers"/custub/*.h; do
    case ${header##*/} in
    kernel.h | assertion.h) ;;
    *) echo "#include <custub/${header##*/}>" ;;
    esac
done >"$work/all.c"

# Declarations outside all braces, one a line, without bodies and initializers.
"$compiler" -std=c11 -E -P -I "$headers" "$work/all.c" | awk '
    {
        for (i = 1; i <= length($0); i++) {
            letter = substr($0, i, 1)
            if (letter == "{")
                depth++
            else if (letter == "}") {
                # A body ends its function; the members of a type do not end its declaration.
                if (--depth == 0 && text ~ /\)[ \t]*$/)
                    text = ""
            } else if (depth == 0 && letter == ";") {
                print text
                text = ""
            } else if (depth == 0)
                text = text letter
        }
        if (depth == 0)
            text = text " "
    }' >"$work/declarations"

# The names of declarations that are neither static nor types: before the parameters, or at the end.
awk '/^ *(static|typedef|_Static_assert)/ { next }
    match($0, /custub_[a-z0-9_]+ *\(/) || match($0, /custub_[a-z0-9_]+ *$/) {
        name = substr($0, RSTART, RLENGTH)
        gsub(/[ (]/, "", name)
        if (/\(/ || /^ *extern/)
            print name
    }' "$work/declarations" | sort -u >"$work/declared"
"$nm" -D --defined-only "$library" | sed 's/.* //' | sort -u >"$work/versioned"
sed -n 's/@@CUSTUB_1$//p' "$work/versioned" >"$work/exported"
if grep -v -e '@@CUSTUB_1$' -e '^CUSTUB_1' "$work/versioned"; then
    echo "these names have no version" >&2
    exit 1
fi

[ "$(wc -l <"$work/declared")" -ge 50 ] || {
    echo "too few declarations were found: $(cat "$work/declared")" >&2
    exit 1
}
grep -qx custub_launch_unset "$work/declared" || {
    echo "the objects were not found" >&2
    exit 1
}
if ! diff -u "$work/declared" "$work/exported" >"$work/difference"; then
    echo "- is declared and not exported, + is exported and not declared:" >&2
    sed '1,2d' "$work/difference" | grep '^[-+]' >&2
    exit 1
fi
echo "$(wc -l <"$work/exported") names are exported"
