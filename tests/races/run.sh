#!/bin/sh
# Runs a program that is built with the thread sanitizer on the CPU driver.
#
#   run.sh PROGRAM CPU_DRIVER
#
# Older sanitizers do not start if the kernel randomizes addresses widely: setarch -R turns that
# off, where it is allowed.
set -eu
program=$1
fixed=
! setarch -R true 2>/dev/null || fixed='setarch -R'

status=0
# shellcheck disable=SC2086 # two words
said=$(CUSTUB_DRIVER=cpu CUSTUB_CPU_DRIVER=$2 TSAN_OPTIONS=exitcode=66 CUSTUB_TEST_SECONDS=2 \
    $fixed "$program" 2>&1) || status=$?
case $said in
*'unexpected memory mapping'*)
    echo 'skipped: the thread sanitizer does not run on this kernel'
    exit 77
    ;;
esac
printf '%s\n' "$said"
exit "$status"
