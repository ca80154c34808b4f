#!/bin/sh
# lines.sh FILE.cu...: prints a row of C for each line that ends with "bad: <name>".
awk '/bad: [a-z0-9_]+$/ {
    parts = split(FILENAME, path, "/")
    printf "{\"%s\", \"%s\", %d},\n", $NF, path[parts], FNR
}' "$@"
