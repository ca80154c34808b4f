/* fuzz_target.h: the function that libFuzzer or the main() of fuzz_replay.c calls. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* Must return for any input: anything else is a finding. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
