#!/bin/sh
# Checks the C sources with clang-tidy, by .clang-tidy. Skipped without clang-tidy 14, because other versions find
# other things.
#
#   tidy.sh PROJECT_DIR BUILD_DIR
set -u
cd "$1" || exit 3
build=$2
tidy=
for name in clang-tidy-14 clang-tidy; do
    if "$name" --version 2>/dev/null | grep -q 'version 14\.'; then
        tidy=$name
        break
    fi
done
if [ -z "$tidy" ] || [ ! -e "$build/compile_commands.json" ]; then
    echo 'skipped: no clang-tidy 14, or no compile_commands.json'
    exit 77
fi
# Each process reads compile_commands.json, so it gets several files.
find gen runtime -name '*.c' -print0 | sort -z | xargs -0 -n 30 -P 2 "$tidy" --quiet -p "$build" 2>/dev/null
