/* transfer.h: what copies and fills have in common: their size, and why they fail. */
#ifndef CUSTUBI_TRANSFER_H
#define CUSTUBI_TRANSFER_H

#include <custub/buffer.h>

/* A copy or a fill. */
typedef struct custubi_transfer {
    const char *doing; /* static text: "uploading to a buffer" */
    uint64_t count;    /* elements */
    uint64_t element_size;
    size_t bytes; /* 0 if it was refused before they were known */
} custubi_transfer;

/* One end of a transfer. */
typedef struct custubi_end {
    const char *whose; /* "", or "source's " where there are several */
    uint64_t address;
    bool is_device; /* else host memory, which the driver only knows if it is pinned */
    uint64_t bytes; /* from the first byte to the last */
} custubi_end;

/* Begins a transfer of the first `count` elements of `memory`: refuses more than it has, and opens
 * the driver. `name` is that of the view in messages: "view". */
custub_status custubi_transfer_begin(custubi_transfer *out, const char *doing, const char *name,
                                     custub_memory memory, uint64_t count, custub_error *error);

/* Refuses if the transfer does not fit into further memory. */
custub_status custubi_transfer_fits(const custubi_transfer *of, const char *name,
                                    custub_memory memory, custub_error *error);

/* Begins the message of a transfer that is refused: "DOING: 10 elements of 4 bytes (40 bytes)". */
void custubi_transfer_refuse(const custubi_transfer *of, custub_status status, custub_error *error);

/* At the whole level: refuses an end on the device if the driver knows that the memory there is
 * missing or too short. Refuses only what is certainly wrong. */
custub_status custubi_transfer_look_up(const custubi_transfer *of, const custubi_end *end,
                                       CUstream stream, custub_error *error);

/* Waits for the stream that the transfer was given to. */
custub_status custubi_transfer_wait(CUstream stream, const char *doing, custub_error *error);

/* Writes the record of a transfer that the driver refused. For memory that is missing or too short
 * the driver only says CUDA_ERROR_INVALID_VALUE; this adds which end it is, and how long. */
custub_status custubi_transfer_fail(const custubi_transfer *of, const char *call, int result,
                                    const custubi_end *ends, size_t count, CUstream stream,
                                    custub_error *error);

#endif
