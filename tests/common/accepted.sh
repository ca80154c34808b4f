# shellcheck shell=sh
# Sourced by tests of what the generator writes. ./test.sh runs them with two libclangs, and compilers say the
# same about the same files. So they are asked once: if CUSTUB_TESTS_ACCEPTED is set, it names a
# folder that keeps the files which they accepted in this run of ./test.sh.
#
#   accept NAME FOLDER        keeps a copy of the folder
#   was_accepted NAME FOLDER  is the folder the same as what was kept under this name?

accept() {
    [ "${CUSTUB_TESTS_ACCEPTED:-}" ] || return 0
    rm -rf "${CUSTUB_TESTS_ACCEPTED:?}/$1" && mkdir -p "$CUSTUB_TESTS_ACCEPTED/$1" &&
        cp -R "$2/." "$CUSTUB_TESTS_ACCEPTED/$1"
}
was_accepted() {
    [ "${CUSTUB_TESTS_ACCEPTED:-}" ] && diff -r "$CUSTUB_TESTS_ACCEPTED/$1" "$2" >/dev/null 2>&1
}
