#!/bin/sh
# Checks that every C source is formatted by .clang-format, with clang-format 14.
#
#   format.sh PROJECT_DIR
set -u
cd "$1" || exit 3
# shellcheck source=tests/docs/llvm14.sh
. tests/docs/llvm14.sh
llvm14 clang-format
find bench examples gen kernels python runtime tests \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' \) \
    -not -path 'tests/golden/*' -not -path 'tests/corpus/*' -not -path 'tests/fuzz/corpus/*' \
    -exec "$program" --dry-run -Werror {} +
