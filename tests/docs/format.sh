#!/bin/sh
# Checks that every C source is formatted by .clang-format. Skipped without clang-format 14, because other
# versions format differently.
#
#   format.sh PROJECT_DIR
set -u
cd "$1" || exit 3
formatter=
for name in clang-format-14 clang-format; do
    if "$name" --version 2>/dev/null | grep -q 'version 14\.'; then
        formatter=$name
        break
    fi
done
if [ -z "$formatter" ]; then
    echo 'skipped: no clang-format 14'
    exit 77
fi
find bench examples gen kernels python runtime tests \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' \) \
    -not -path 'tests/golden/*' -not -path 'tests/corpus/*' -not -path 'tests/fuzz/corpus/*' \
    -exec "$formatter" --dry-run -Werror {} +
