#!/bin/bash
# reports.sh MISTAKES DRIVER: reports are complete, even from eight threads of the pool at once. Each place
# is reported once, with a count, up to the limit. Reports go to the named file, or to standard error, and
# have addresses if there is no libdw. If the checker's library is missing, no kernel runs unchecked.
set -u
program=$1 driver=$2
# shellcheck source=tests/cpu/checker/libdw.sh
. "$(dirname "${BASH_SOURCE[0]}")/libdw.sh" "$program"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
export CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=1 CUSTUB_CPU_THREADS=8

fail() {
    echo "$1"
    sed 's/^/    /' "$2"
    failed=1
}

whole="^custub: memory_patterns.cu:[0-9]+: kernel 'everything_everywhere', block \([0-9]+,0,0\), thread \([0-9]+,0,0\): [a-z ]+: .* 0x[0-9a-f]+(, .*)?$"
count="^custub: memory_patterns.cu:[0-9]+: kernel 'everything_everywhere': the same 4095 more times in this launch$"

# 512 blocks of 64 threads. Each thread makes one of eight mistakes.
for round in 1 2 3; do
    log=$folder/log$round
    CUSTUB_CPU_CHECK_LOG=$log "$program" everything_everywhere >/dev/null 2>&1
    [ "$(grep -cE "$whole" "$log")" -eq 8 ] || fail "not eight reports" "$log"
    [ "$(grep -cE "$count" "$log")" -eq 8 ] || fail "not eight counts of 4096" "$log"
    [ "$(wc -l <"$log")" -eq 16 ] || fail "there are other lines" "$log"
done

# Reports to standard error, and to a file with the process's number in its name.
"$program" everything_everywhere >/dev/null 2>"$folder/error"
[ "$(grep -cE "$whole" "$folder/error")" -eq 8 ] || fail "standard error: not eight reports" "$folder/error"
CUSTUB_CPU_CHECK_LOG=$folder/of.%p.log "$program" everything_everywhere >/dev/null 2>&1 &
wait $!
[ "$(grep -cE "$whole" "$folder/of.$!.log")" -eq 8 ] || fail "no eight reports in of.$!.log" "$folder/error"

# If the file is full or cannot be created, all reports go to standard error, and one line says why. The
# launch still fails.
refused="^custub: CUSTUB_CPU_CHECK_LOG: reports cannot be written to '%s': %s; they follow here$"
long=/$(printf '%05000d' 0)
for log in "/dev/full:No space left on device" "$folder/none/log:No such file or directory" \
    "$folder:Is a directory" "$long:File name too long"; do
    CUSTUB_CPU_CHECK_LOG=${log%%:*} "$program" everything_everywhere >"$folder/said" 2>"$folder/error"
    # shellcheck disable=SC2059
    [ "$(grep -cE "$(printf "$refused" "${log%%:*}" "${log#*:}")" "$folder/error")" -eq 1 ] ||
        fail "${log%%:*}: it is not said once" "$folder/error"
    [ "$(grep -cE "$whole" "$folder/error")" -eq 8 ] || fail "${log%%:*}: not eight reports" "$folder/error"
    [ "$(grep -cE "$count" "$folder/error")" -eq 8 ] || fail "${log%%:*}: not eight counts" "$folder/error"
    grep -q CUDA_ERROR_ILLEGAL_ADDRESS "$folder/said" || fail "${log%%:*}: the launch did not fail" "$folder/said"
done

# The limit.
log=$folder/limited
CUSTUB_CPU_CHECK_LIMIT=3 CUSTUB_CPU_CHECK_LOG=$log "$program" everything_everywhere >/dev/null 2>&1
[ "$(grep -cE "$whole" "$log")" -eq 3 ] || fail "limit: not three reports" "$log"
grep -qE "^custub: kernel 'everything_everywhere': 20480 more findings at other places; CUSTUB_CPU_CHECK_LIMIT allows reports of 3 places$" "$log" ||
    fail "limit: the others are not counted" "$log"

# Only the chosen checks run: exit and shuffle are off unless they are named.
log=$folder/kinds
CUSTUB_CPU_CHECK=race,init CUSTUB_CPU_CHECK_LOG=$log "$program" race_of_atomic_and_plain >/dev/null 2>&1
grep -q "race: " "$log" || fail "kinds: no race" "$log"
: >"$log"
CUSTUB_CPU_CHECK=memory,init CUSTUB_CPU_CHECK_LOG=$log "$program" race_of_atomic_and_plain >/dev/null 2>&1
[ -s "$log" ] && fail "kinds: a race, which was not asked for" "$log"
CUSTUB_CPU_CHECK=exit CUSTUB_CPU_CHECK_LOG=$log "$program" right_return_before_barrier >/dev/null 2>&1
grep -q "barrier of 40 threads: 24 others of the block have returned before it" "$log" || fail "exit: nothing" "$log"
: >"$log"
CUSTUB_CPU_CHECK=1 CUSTUB_CPU_CHECK_LOG=$log "$program" shuffle_from_returned_lanes >/dev/null 2>&1
[ -s "$log" ] && fail "kinds: a shuffle, which was not asked for" "$log"

CUSTUB_CPU_CHECK=1 CUSTUB_CPU_CHECK_LOG=$log "$program" global_index_without_block >/dev/null 2>&1
[ -s "$log" ] && fail "kinds: a race on global memory, which was not asked for" "$log"
# Block 0 runs first.
CUSTUB_CPU_THREADS=1 CUSTUB_CPU_CHECK=Global CUSTUB_CPU_CHECK_LOG=$log "$program" global_write_after_the_read >/dev/null 2>&1
grep -qE "block \(3,0,0\), thread \(([0-9]+),0,0\): race: write of byte [0-9]+ of the device allocation of 1024 bytes at 0x[0-9a-f]+, which thread \(\1,0,0\) of block \(0,0,0\) read at global_mistakes.cu:[0-9]+; nothing orders the two accesses$" "$log" ||
    fail "global: not both threads" "$log"

# Without libdw, reports have the address in the image, and one line says why.
log=$folder/addresses
mkdir "$folder/no libdw"
echo 'no library' >"$folder/no libdw/libdw.so.1"
LD_LIBRARY_PATH="$folder/no libdw" CUSTUB_CPU_CHECK_LOG=$log "$program" everything_everywhere >/dev/null 2>&1
[ "$(grep -cE "^custub: \(image \+ 0x[0-9a-f]+\): kernel 'everything_everywhere', block " "$log")" -eq 8 ] ||
    fail "without libdw: not eight reports" "$log"
[ "$(grep -c "reports have no source lines: .*; install libdw " "$log")" -eq 1 ] ||
    fail "without libdw: it is not said once" "$log"

# Without the checker's library.
log=$folder/refused
mkdir "$folder/alone"
cp -L "$driver" "$folder/alone/libcustub_cpu.so.1"
CUSTUB_CPU_DRIVER=$folder/alone/libcustub_cpu.so.1 "$program" everything_everywhere >"$log" 2>&1 &&
    fail "without the checker: it ran" "$log"
grep -qF "the memory checker cannot be opened; install it beside the CPU driver: $folder/alone/libcustub_cpu_check.so.1: " "$log" ||
    fail "without the checker: it is not said" "$log"
exit $failed
