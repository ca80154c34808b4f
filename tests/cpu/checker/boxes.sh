#!/bin/bash
# boxes.sh PROGRAM: the memory checker sees each byte that a copy by a tensor map reads and writes, and that it
# is under way until the wait. Wrong operands end the kernel like on an H200.
set -u
program=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK_LOG=$log
failed=0

# run CHECKS KERNEL BLOCKS X Y ROWS WRITTEN
run() {
    : >"$log"
    said=$(CUSTUB_CPU_CHECK=$1 "$program" "${@:2}" 2>&1)
}

wrong() {
    echo "$*: $said"
    cat "$log"
    failed=1
}

# The line of boxes.cu with this text.
line_of() {
    grep -nF "$1" boxes.cu | head -1 | cut -d: -f1
}

# finds LINE WORDS KERNEL BLOCKS X Y ROWS WRITTEN
finds() {
    run 1,global "${@:3}"
    [[ $said == *CUDA_ERROR_ILLEGAL_ADDRESS* ]] && [ "$(grep -c "boxes.cu:$1: kernel '$3'.*: $2" "$log")" -gt 0 ] ||
        wrong "not found: $*"
}

# passes SUM KERNEL BLOCKS X Y ROWS WRITTEN
passes() {
    run 1,global "${@:2}"
    [ "$said" = "sum $1" ] && [ ! -s "$log" ] || wrong "a right launch: $*"
}

# ends RESULT WORDS KERNEL BLOCKS X Y ROWS WRITTEN
ends() {
    run 0 "${@:3}"
    [[ $said == *$1* && $said == *$2* ]] || wrong "not ended: $*"
}

load=$(line_of 'cde::cp_async_bulk_tensor_2d_global_to_shared(tile')
storing=$(line_of 'cde::cp_async_bulk_tensor_2d_shared_to_global(map')

# The line of a kernel whose comment begins with these words.
marked() {
    awk -v kernel="KERNEL($1)" -v words="// $2" '$0 == kernel { is_in = 1 } is_in && index($0, words) { print NR; exit }' boxes.cu
}

passes 2194560 boxes_right 1 0 8 64 64
passes 2350144 boxes_right 1 0 60 64 64
finds "$(marked boxes_read_early 'before the wait')" \
    "before the wait: read of 4 bytes .*, which the asynchronous copy of thread (0,0,0) at boxes.cu:[0-9]* writes" \
    boxes_read_early 1 0 0 64 64
finds "$(marked boxes_other_barrier 'before the wait')" 'before the wait: read of 4 bytes' boxes_other_barrier 1 0 0 64 64
finds "$(marked boxes_source_changed 'before the wait')" \
    "before the wait: write of 4 bytes .*, which the asynchronous copy .* reads" boxes_source_changed 1 0 0 64 64
finds "$(marked boxes_target_read_early 'before the wait')" 'before the wait: read of 4 bytes' \
    boxes_target_read_early 1 0 0 64 64
finds "$storing" 'race: write of byte' boxes_of_two_blocks 2 0 0 64 64
# The other threads wait for a copy that never comes.
finds "$load" 'out of bounds: read of 128 bytes' boxes_right 1 0 60 80 64
finds "$load" 'never written: read of 128 bytes' boxes_right 1 0 8 64 10
passes 2096128 boxes_right 1 0 64 64 64
ends CUDA_ERROR_ILLEGAL_INSTRUCTION 'the first coordinate is not a multiple of 16 bytes' boxes_right 1 2 0 64 64
ends CUDA_ERROR_ILLEGAL_INSTRUCTION 'a coordinate is below 0' boxes_source_changed 1 0 -1 64 64
exit $failed
