#!/bin/bash
# values.sh PROGRAM: with the check `contract`, a launch that finds a value outside of CUSTUB_VALUES is
# reported and does not run, in launches of every kind, and for elements of every type. Without it, the
# values are not looked at. Right launches pass.
set -u
program=$1
log=$(mktemp)
out=$(mktemp)
trap 'rm -f "$log" "$out"' EXIT
failed=0

# run CHECKS KERNEL WAY AT VALUE
run() {
    : >"$log"
    CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=$1 CUSTUB_CPU_CHECK_LOG=$log "$program" "$2" "$3" "$4" "$5" >"$out"
}

wrong() {
    echo "$*"
    cat "$log" "$out"
    failed=1
}

# passes KERNEL WAY AT VALUE
passes() {
    run 1,contract "$@" && [ ! -s "$log" ] && grep -qx 'ran 1' "$out" || wrong "a right launch: $*"
}

# finds KERNEL WAY AT VALUE TEXT
finds() {
    local line="custub: values.cu:[0-9]+: kernel '$1': values: '[a-z.]+(\[1\])?' has $4 at element $3, outside of $5"
    ! run 1,contract "$1" "$2" "$3" "$4" && grep -qE "^$line$" "$log" && [ "$(wc -l <"$log")" -eq 1 ] &&
        grep -qx 'ran 0' "$out" && grep -q 'CUDA_ERROR_ILLEGAL_ADDRESS' "$out" || wrong "not found: $*"
    run 1 "$1" "$2" "$3" "$4" && [ ! -s "$log" ] && grep -qx 'ran 1' "$out" || wrong "without contract: $*"
}

small='\[low, high\), which is \[-3, 100\)'
large='\[low, high\), which is \[-9223372036854775808, 9223372036854775809\)'
for way in plain prepared node unchecked; do
    finds values_i32 $way 99 100 "$small"
    finds values_i32 $way 0 -4 "$small"
    passes values_i32 $way 99 99
    passes values_i32 $way 0 -3
done
finds values_i32 after 50 1000 "$small"
passes values_i32 after 50 99
for type in i8 u8 i16 u16 u32; do
    finds values_$type plain 1 101 "$small"
    passes values_$type plain 1 7
done
finds values_i8 plain 98 -128 "$small"
finds values_i16 plain 98 -32768 "$small"
passes values_i64 plain 98 -9223372036854775808
passes values_i64 plain 98 9223372036854775807
run 1,contract values_u64 plain 7 -1
grep -qE "'index' has 18446744073709551615 at element 7, outside of $large$" "$log" || wrong "the largest number"
passes values_u64 plain 98 9223372036854775807
finds values_field plain 3 100 '\[-1, rows\), which is \[-1, 100\)'
passes values_field plain 3 -1
for way in plain prepared node; do
    finds values_shape $way 2 100000 '\[0, gridDim.x \* blockDim.x / m\), which is \[0, [0-9]+\)'
    passes values_shape $way 2 99
done
! run 1,contract values_shape plain -1 0 && grep -q 'which is \[0, no value)$' "$log" || wrong 'no range'

# Only the first launch is judged: after it, work that writes values may not have been done.
finds values_i32 twice 50 1000 "$small"
exit $failed
