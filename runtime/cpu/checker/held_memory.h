/* held_memory.h: what a launch may touch by its contract. In an allocation that a buffer of the
 * launch is in, only the launch's buffers may be accessed. In other allocations everything may be:
 * a pointer that the kernel reads from memory can lead there. */
#ifndef CPU_HELD_MEMORY_H
#define CPU_HELD_MEMORY_H

#include "checker/checked_memory.h"
#include "checker/checker.h"

/* Borrowed from the launch. */
typedef struct cpu_check_held {
    const cpu_check_contract *contract;
    const custub_bounds_head *head;  /* its extents are those of the contract's pointers; null: the
                                      * launch does not say what it may touch */
    custub_bounds_measure *measures; /* one for each pointer; null: the launch is not measured */
    uint64_t number;                 /* of the launch; 0 without a head */
} cpu_check_held;

/* Bytes that may be accessed. */
typedef struct cpu_check_window {
    uintptr_t base;
    size_t size;
} cpu_check_window;

/* The part of the range around `address` that the launch may touch. Its size is 0 if the launch may
 * not touch `address`, which is in the range. */
cpu_check_window cpu_check_window_in(const cpu_check_held *held, const cpu_check_range *range,
                                     uintptr_t address);

/* Describes an access that leaves what may be touched, relative to the nearest buffer in the range:
 * "4 bytes after the end of 'in', of which the launch may touch 4000 bytes at 0x…". */
void cpu_check_held_place(const cpu_check_held *held, const cpu_check_range *range,
                          uintptr_t address, size_t size, char *out, size_t out_size);

/* "byte 4 of 'y'": the buffer of the launch that has the address. False if none is known to. */
bool cpu_check_held_byte(const cpu_check_held *held, uintptr_t address, char *out, size_t size);

#endif
