/* fake_nccl.h: structs that the host and the kernel of the stand-in for NCCL share. */
#ifndef FAKE_NCCL_H
#define FAKE_NCCL_H

enum { FAKE_OPERATIONS = 256, FAKE_CHUNK = 1 << 16 };

/* The next part of a message from one rank to another, in memory that processes share. */
typedef struct fake_channel {
    volatile int is_full;
    unsigned long long bytes; /* of the whole message */
    unsigned char part[FAKE_CHUNK];
} fake_channel;

typedef struct fake_operation {
    int is_sent;
    unsigned long long channel; /* the address of a fake_channel */
    unsigned long long at, bytes;
} fake_operation;

#endif
