#!/bin/bash
# quiet.sh CHECKS PROGRAM: the program succeeds under the memory checker, and the checker reports
# nothing.
checks=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=$checks CUSTUB_CPU_CHECK_LOG=$log "$@" || exit 1
[ ! -s "$log" ] || { cat "$log"; exit 1; }
