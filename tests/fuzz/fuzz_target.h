/* fuzz_target.h: what a fuzzer calls, libFuzzer's or fuzz_replay.c's main(). */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* Any input must come back from here: everything else is a finding. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
