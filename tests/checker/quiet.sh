#!/bin/bash
# quiet.sh PROGRAM: under the memory checker the program does what it does without, and the checker says
# nothing.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=1 CUSTUB_CPU_CHECK_LOG=$log "$@" || exit 1
[ ! -s "$log" ] || { cat "$log"; exit 1; }
