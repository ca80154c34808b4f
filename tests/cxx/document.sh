#!/bin/sh
# docs/CXX.md shows axpy.cu and axpy.cpp as they are, and what the program prints.
#
#   document.sh DOCUMENT INCLUDE_DIR GENERATED_DIR KERNELS_LIBRARY RUNTIME_LIBRARY FLAGS CXX
set -u
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT

# block LANGUAGE: the text of the document's block.
block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$document" | sed '1d; /^```$/,$d'
}

document=$1
block cuda | diff - "$here/axpy.cu" || exit 1
block cpp | diff - "$here/axpy.cpp" || exit 1
# shellcheck disable=SC2086
"$7" -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror "-I$2" "-I$3" $6 -o "$scratch/program" \
    "$here/axpy.cpp" "$4" "$5" -ldl -lpthread -lm || exit 1
CUSTUB_DRIVER=cpu "$scratch/program" >"$scratch/printed" || exit 1
sed -n '/^It prints$/,/^## /p' "$document" | sed '1,/^```$/d' | sed '/^```$/,$d' | diff - "$scratch/printed"
