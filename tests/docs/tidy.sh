#!/bin/sh
# Checks the C sources with clang-tidy 14, by .clang-tidy.
#
#   tidy.sh PROJECT_DIR BUILD_DIR
set -u
cd "$1" || exit 3
build=$2
# shellcheck source=tests/docs/llvm14.sh
. tests/docs/llvm14.sh
llvm14 clang-tidy
[ -e "$build/compile_commands.json" ] || { echo 'skipped: no compile_commands.json' && exit 77; }
# Each process reads compile_commands.json, so it gets several files.
find gen runtime -name '*.c' -print0 | sort -z | xargs -0 -n 30 -P 2 "$program" --quiet -p "$build" 2>/dev/null
