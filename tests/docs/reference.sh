#!/bin/sh
# Makes the reference of the public headers, without a warning: every declaration of theirs has a comment, or shares
# that of the one before, and no comment names a parameter or a field that does not exist. Every header has a page,
# but for those that docs/reference/Doxyfile leaves out.
#
#   reference.sh PROJECT_DIR
set -u
export LC_ALL=C
cd "$1" || exit 3
# Other versions have other warnings.
[ "$(doxygen --version 2>/dev/null | cut -d ' ' -f 1)" = 1.9.4 ] || { echo 'skipped: no doxygen 1.9.4' && exit 77; }
OUTPUT=$(mktemp -d) || exit 3
export OUTPUT VERSION=test
trap 'rm -rf "$OUTPUT"' EXIT
doxygen docs/reference/Doxyfile >"$OUTPUT/messages" 2>&1 || failed=1
cat "$OUTPUT/messages"
[ ! -s "$OUTPUT/messages" ] || failed=1
for header in runtime/include/custub/*.h runtime/include/custub/*.hpp; do
    name=$(basename "$header")
    ! grep -q "^EXCLUDE_PATTERNS.*/$name" docs/reference/Doxyfile || continue
    page=$(echo "$name" | sed 's/_/__/g; s/\./_8/').html
    grep -q 'id="details"' "$OUTPUT/html/$page" 2>/dev/null || {
        echo "$header: the reference has no description of it; docs/reference/filter.awk makes it of the first comment"
        failed=1
    }
    grep -q "custub/$name\|[ ,]$name" docs/reference/start.md || {
        echo "docs/reference/start.md: does not name $name"
        failed=1
    }
done
exit "${failed:-0}"
