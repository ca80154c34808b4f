#include "planted.h"

#include <string.h>

void planted_size(planted_launch *launch, const planted_mistake *row)
{
    const uint64_t size = row->size ? row->size : 4, n = PLANTED_N * size;
    planted_buffer *buffers = launch->buffers;

    launch->row = row;
    launch->buffer_count = 2;
    buffers[0].bytes = n;
    buffers[1].bytes = n;
    switch (row->form) {
    case PITCHED:
        buffers[1].bytes = 40 * size;
        break;
    case PLANES:
        buffers[0].bytes = 3 * n;
        break;
    case THREE:
        launch->buffer_count = 3;
        buffers[1].bytes = PLANTED_M * size;
        buffers[2].bytes = n;
        break;
    case INDEXED:
        launch->buffer_count = 3;
        buffers[0].bytes = PLANTED_N * sizeof(int);
        buffers[2].bytes = n;
        break;
    case TABLE:
        launch->buffer_count = 3;
        buffers[0].bytes = 2 * sizeof(CUdeviceptr);
        buffers[2].bytes = n;
        break;
    case TILES:
        buffers[0].bytes = buffers[1].bytes = 256 * PLANTED_TILES * size;
        break;
    default:
        break;
    }
}

static void number(planted_launch *launch, int64_t value)
{
    launch->arguments[launch->count++] = custub_argument_i64(value);
}

static void buffer(planted_launch *launch, uint32_t index, uint64_t element_size)
{
    const planted_buffer *b = &launch->buffers[index];

    launch->arguments[launch->count++] =
        custub_argument_buffer(CUSTUB_SCALAR_NONE, b->ptr, b->bytes / element_size);
}

static void bytes(planted_launch *launch, uint64_t size)
{
    launch->arguments[launch->count++] = custub_argument_bytes(launch->value.bytes, size);
}

/* The struct of two pointers and a count, at a word. */
static void put_vectors(planted_launch *launch, uint32_t word)
{
    launch->value.words[word] = launch->buffers[0].ptr;
    launch->value.words[word + 1] = launch->buffers[1].ptr;
    launch->value.words[word + 2] = PLANTED_N;
}

static void put_array(planted_launch *launch)
{
    launch->value.words[0] = PLANTED_N;
    launch->value.words[1] = launch->buffers[0].ptr;
    launch->value.words[2] = launch->buffers[0].ptr;
    launch->value.words[3] = launch->buffers[1].ptr;
}

/* The parameters before the buffers of the forms that have no struct. */
static void put_numbers(planted_launch *launch, int64_t off)
{
    switch (launch->row->form) {
    case GRID:
        number(launch, 40);
        number(launch, 25);
        break;
    case PITCHED:
        number(launch, 40);
        number(launch, 100);
        break;
    case PLANES:
        number(launch, PLANTED_N);
        number(launch, 3);
        break;
    case THREE:
        number(launch, PLANTED_N);
        number(launch, PLANTED_M);
        break;
    case TILES:
        number(launch, PLANTED_TILES);
        break;
    default:
        number(launch, PLANTED_N);
    }
    number(launch, off);
}

static void put_buffers(planted_launch *launch)
{
    const planted_mistake *row = launch->row;
    const uint64_t size = row->size ? row->size : 4;
    const bool bytes_in = row->form == BYTES_IN || row->form == BYTES_BOTH;
    const bool bytes_out = row->form == BYTES_OUT || row->form == BYTES_BOTH;

    if (row->form == NULL_IN) {
        launch->arguments[launch->count++] = custub_argument_buffer(CUSTUB_SCALAR_NONE, 0, 0);
        buffer(launch, 1, size);
        return;
    }
    if (launch->buffer_count == 3)
        buffer(launch, 0, row->form == TABLE ? sizeof(CUdeviceptr) : size);
    buffer(launch, launch->buffer_count - 2, bytes_in ? 1 : size);
    buffer(launch, launch->buffer_count - 1, bytes_out ? 1 : size);
}

void planted_argue(planted_launch *launch, int64_t off)
{
    launch->count = 0;
    memset(&launch->value, 0, sizeof(launch->value));
    switch (launch->row->form) {
    case STRUCT:
        put_vectors(launch, 0);
        bytes(launch, 24);
        number(launch, off);
        break;
    case INNER:
        put_vectors(launch, 1);
        bytes(launch, 32);
        number(launch, off);
        break;
    case ARRAY:
        put_array(launch);
        bytes(launch, 32);
        number(launch, off);
        break;
    case ARRAY_INDEX:
        put_array(launch);
        bytes(launch, 32);
        number(launch, 1);
        number(launch, off);
        break;
    case FIELD:
        number(launch, PLANTED_N);
        number(launch, off);
        launch->value.words[0] = launch->buffers[0].ptr;
        launch->value.words[1] = PLANTED_N;
        bytes(launch, 16);
        buffer(launch, 1, 4);
        break;
    default:
        put_numbers(launch, off);
        put_buffers(launch);
    }
}
