# shellcheck shell=sh
# Sourced by blocks.sh: a program with the mistakes of docs/CHECKER.md.
export CUSTUB_CPU_THREADS=1
# shellcheck disable=SC2086
"$cc" -std=c11 $flags "-I$checked/include" $include -o program "$here/frames/checker/program.c" $libraries -ldl \
    -lpthread -lm || fail 'CHECKER.md: no program'
