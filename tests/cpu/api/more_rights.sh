#!/bin/sh
# more_rights.sh PROGRAM CPU_DRIVER: a program that runs with more rights than its user has ignores the
# environment variables of the runtime and of the CPU driver.
set -eu
[ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || {
    echo 'skipped: needs root, which makes such a program, and setpriv, which runs it'
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cp "$1" "$folder/program"
cp -L "$2" "$folder/driver.so"
chmod 4755 "$folder/program"
chmod 644 "$folder/driver.so"

as_nobody() {
    setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}
try() {
    status=0
    "$@" "$folder/program" "$folder/driver.so" 2>/dev/null || status=$?
}
try as_nobody env
[ "$status" -eq 0 ] || {
    echo "skipped: such a program does not run here ($status)"
    exit 77
}
for variable in CUSTUB_DRIVER CUSTUB_CHECK CUSTUB_SYNC CUSTUB_NVTX CUSTUB_CPU_DRIVER \
    CUSTUB_CPU_THREADS CUSTUB_CPU_TIMEOUT CUSTUB_CPU_CHECK CUSTUB_CPU_CHECK_LIMIT CUSTUB_CPU_FAIL; do
    try env "$variable=nonsense"
    [ "$status" -ne 0 ] || { echo "$variable: not read at all"; exit 1; }
    try as_nobody env "$variable=nonsense"
    [ "$status" -eq 0 ] || { echo "$variable: read in a program with more rights"; exit 1; }
done
