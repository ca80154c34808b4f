#!/bin/bash
# held.sh PROGRAM: with the check `contract`, an access that leaves a buffer of the launch, but not its
# allocation, is reported in launches of every kind, and does no harm. Without it, it is not seen. Right
# launches pass.
set -u
program=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

# run CHECKS KERNEL WAY OFF
run() {
    : >"$log"
    CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=$1 CUSTUB_CPU_CHECK_LOG=$log "$program" "$2" "$3" "$4" >/dev/null
}

# finds KERNEL WAY OFF THREAD TEXT: the report of one thread, of which there is no other
finds() {
    local kernel=$1 way=$2 off=$3 thread=$4 text=$5 line
    line="^custub: held.cu:[0-9]+: kernel '$kernel', block \([0-9]+,0,0\), thread \($thread,0,0\): beyond the contract: $text"
    ! run memory,contract "$kernel" "$way" "$off" && [ "$(grep -cE "$line" "$log")" -eq 1 ] &&
        [ "$(wc -l <"$log")" -eq 1 ] || { echo "not found: $*"; cat "$log"; failed=1; }
    run memory "$kernel" "$way" "$off" && [ ! -s "$log" ] || { echo "without contract: $*"; failed=1; }
    run 1,contract "$kernel" "$way" 0 && [ ! -s "$log" ] || { echo "a right launch: $*"; cat "$log"; failed=1; }
}

end="0 bytes after the end of '%s', of which the launch may touch 4000 bytes at 0x[0-9a-f]+$"
after() {
    # shellcheck disable=SC2059
    printf "$end" "$1"
}
for way in plain prepared captured node; do
    finds held_read $way 1 999 "read of 4 bytes at 0x[0-9a-f]+, $(after in)"
    finds held_read $way -1 0 "read of 4 bytes at 0x[0-9a-f]+, 4 bytes before 'in', of which .*"
    finds held_write $way 1 999 "write of 4 bytes at 0x[0-9a-f]+, $(after out)"
    finds held_sum $way 1 999 "(read|atomic update) of 4 bytes at 0x[0-9a-f]+, $(after out)"
    finds held_field $way 1 999 "write of 4 bytes at 0x[0-9a-f]+, $(after v.out)"
done
finds held_pair plain 1 499 "read of 8 bytes at 0x[0-9a-f]+, 4 bytes too many at the end of 'in', of which .*"
run 1,contract held_loosely plain 500 && [ ! -s "$log" ] || { echo "without a contract"; cat "$log"; failed=1; }
exit $failed
