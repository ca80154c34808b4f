#!/bin/sh
# Runs the generator on a case, in the case's folder.
#
#   generate.sh CUSTUB INCLUDE_DIR CASE.cu OUT_DIR     absolute paths
#
# One of the first lines of a case may name options: `// custub: --arch sm_80,sm_90`.
set -u
cd "$(dirname "$3")" || exit 3
file=$(basename "$3")
options=$(sed -n 's|^// custub: ||p' "$file" | head -n 1)
# The options come from files of the repository and must be split into words.
# shellcheck disable=SC2086
exec "$1" gen "$file" -o "$4" --no-cuda --unit '' $options -- -I"$2"
