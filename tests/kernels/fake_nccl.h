/* fake_nccl.h: what the host and the kernel of the stand-in for NCCL share. */
#ifndef FAKE_NCCL_H
#define FAKE_NCCL_H

enum { FAKE_OPERATIONS = 256 };

enum { FAKE_EMPTY, FAKE_FULL, FAKE_TAKEN };   /* of a channel */
enum { FAKE_WAITS, FAKE_OFFERED, FAKE_DONE }; /* of an operation */

/* From one rank to another. */
typedef struct fake_channel {
    volatile int state;
    unsigned long long at, bytes; /* of what the sender offers */
} fake_channel;

typedef struct fake_operation {
    int is_sent;
    unsigned long long channel; /* the address of a fake_channel */
    unsigned long long at, bytes;
} fake_operation;

#endif
