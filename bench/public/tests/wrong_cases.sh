#!/bin/sh
# Runs wrong cases once, under the checker of the CPU driver: wrong_cases.sh BENCH_WRONG_CASES
set -u
output=$(CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=1 "$1" --once 2>&1)
status=$?
failures=0

# says TEXT: with blanks in place of tabs.
says() {
    echo "$output" | tr '\t' ' ' | grep -qF -- "$1" && return
    echo "FAILED: it does not say: $1"
    failures=$((failures + 1))
}

says "wrong/twice 1x1x1 of 32x1x1 first.cu and second.cu both have it: put one of them into another project"
says "wrong/thrice 1x1x1 of 32x1x1 no such kernel"
says "wrong/beyond 1x1x1 of 32x1x1 cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS"
says "wrong/first 1x1x1 of 32x1x1 launched"
says "wrong/expect_lists 1x1x1 of 1x1x1 launched"
says "wrong/expect_lists 1x1x1 of 1x1x1 cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS"
says "# 4 launches, failures: 4"
[ $status -eq 1 ] || says "status 1, but $status"
[ $failures -eq 0 ] || echo "$output"
[ $failures -eq 0 ]
