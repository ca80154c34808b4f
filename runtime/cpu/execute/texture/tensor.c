#include "execute/texture/tensor.h"

#include "api/memory_checker.h"
#include "execute/kernel/trap.h"
#include "execute/texture/reduction.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ALIGNMENT 128                 /* of a box in shared memory, in bytes */
#define CHUNK     16u                 /* bytes that stay together in every swizzle */
#define PHASE     (UINT64_C(1) << 63) /* of a barrier of libcu++ */

/* The frame of a function that a kernel calls. */
#if defined(__GNUC__)
#define FRAME __builtin_frame_address(0)
#else
#define FRAME NULL
#endif

/* A copy of a box. */
typedef struct box {
    const custub_cpu_bulk_copy *copy;
    const void *frame;
    cpu_tensor map;
    uint32_t element;                 /* bytes */
    uint32_t counts[CPU_TENSOR_RANK]; /* elements of each dimension in shared memory */
    uint32_t row_bytes;
    uint32_t pitch; /* bytes from a row to the next one in shared memory: the swizzle's, if any */
    uint32_t rows;
} box;

/* The innermost elements of a box: `bytes` of them exist, after `before` that do not. What is
 * stored counts in whole chunks, as on an H200. */
typedef struct row {
    unsigned char *global;
    uint32_t before;
    uint32_t bytes;
} row;

/* CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, and its variant _FTZ. */
static bool is_tf32(int type)
{
    return type == 11 || type == 12;
}

/* Types beyond these have elements of 4 and 6 bits. */
uint32_t cpu_tensor_element(int type)
{
    static const uint8_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

    return type < 0 || type >= (int)sizeof(bytes) ? 0 : bytes[type];
}

/* --- Boxes ---------------------------------------------------------------------------------------
 */

static _Noreturn void refuse(custub_cpu_trap kind, const char *why)
{
    char text[256];

    snprintf(text, sizeof(text), "a copy by a tensor map: %s", why);
    cpu_kernel_trap(kind, text);
}

/* What an H200 makes of wrong operands. */
static void require_operands(const box *b)
{
    const custub_cpu_bulk_copy *copy = b->copy;

    if (b->map.rank < 1 || b->map.rank > CPU_TENSOR_RANK || b->map.rank != copy->rank ||
        !b->element)
        refuse(CUSTUB_CPU_TRAP_INSTRUCTION,
               "the map has not as many dimensions as the copy has coordinates");
    if (b->map.interleave)
        refuse(CUSTUB_CPU_TRAP_UNFIT, "interleaved layouts do not run on the CPU");
    if ((uintptr_t)copy->shared % ALIGNMENT)
        refuse(CUSTUB_CPU_TRAP_FAULT, "the box in shared memory is not aligned to 128 bytes");
    if ((int64_t)copy->at[0] * b->element % CHUNK)
        refuse(CUSTUB_CPU_TRAP_INSTRUCTION, "the first coordinate is not a multiple of 16 bytes");
    for (uint32_t i = 0; i < copy->rank && copy->how != CUSTUB_CPU_BULK_LOAD; i++)
        if (copy->at[i] < 0)
            refuse(CUSTUB_CPU_TRAP_INSTRUCTION,
                   "a coordinate is below 0, and the copy is to global "
                   "memory");
}

static void find_box(box *b, const custub_cpu_bulk_copy *copy)
{
    cpu_tensor *map = &b->map;

    b->copy = copy;
    memcpy(map, copy->map, sizeof(*map));
    b->element = cpu_tensor_element(map->type);
    require_operands(b);
    map->steps[0] = 1; /* cuTensorMapEncodeTiled: it is ignored without an interleaved layout */
    b->rows = 1;
    for (uint32_t i = 0; i < map->rank; i++) {
        b->counts[i] = (map->box[i] + map->steps[i] - 1u) / map->steps[i];
        b->rows *= i ? b->counts[i] : 1;
    }
    b->row_bytes = b->counts[0] * b->element;
    b->pitch = map->swizzle ? CHUNK << map->swizzle : b->row_bytes;
}

static row find_row(const box *b, uint32_t number)
{
    const int64_t first = b->copy->at[0];
    const int64_t end = (int64_t)b->map.last[0] + 1 - first;
    const int64_t begin = first < 0 ? -first : 0;
    const int64_t count = end < b->counts[0] ? end : b->counts[0];
    uint64_t offset = (uint64_t)((first + begin) * (int64_t)b->element);
    bool is_there = begin < count;
    uint32_t bytes;

    for (uint32_t i = 1; i < b->map.rank; i++) {
        const int64_t at = b->copy->at[i] + (int64_t)(number % b->counts[i]) * b->map.steps[i];
        number /= b->counts[i];
        is_there &= at >= 0 && at <= b->map.last[i];
        offset += (uint64_t)at * b->map.strides[i - 1];
    }
    if (!is_there)
        return (row){NULL, b->row_bytes, 0};
    bytes = (uint32_t)(count - begin) * b->element;
    if (b->copy->how != CUSTUB_CPU_BULK_LOAD)
        bytes = (bytes + CHUNK - 1) / CHUNK * CHUNK;
    return (row){(unsigned char *)(uintptr_t)b->map.address + offset, (uint32_t)begin * b->element,
                 bytes};
}

/* Where a byte of the box is in shared memory. A swizzle of 2^n chunks changes n bits of the number
 * of the chunk by those of the row of 128 bytes. */
static unsigned char *place(const box *b, uint32_t offset)
{
    const uintptr_t at = (uintptr_t)b->copy->shared + offset;
    const uintptr_t mask = (UINT32_C(1) << b->map.swizzle) - 1;

    return (unsigned char *)(at ^ ((at >> 7 & mask) << 4));
}

/* The end of the piece that begins at the offset and stays together. */
static uint32_t piece_end(const box *b, uint32_t offset, uint32_t end)
{
    const uint32_t next = b->map.swizzle ? (offset / CHUNK + 1) * CHUNK : end;

    return next < end ? next : end;
}

/* --- What the memory checker learns --------------------------------------------------------------
 */

static void announce(const void *frame, const custub_cpu_bulk_copy *copy, const void *memory,
                     size_t size, uint32_t access)
{
    const cpu_check_bulk bulk = {.memory = memory,
                                 .size = size,
                                 .access = access,
                                 .barrier = copy->barrier,
                                 .phase_bits = PHASE};

    if (cpu_memory_checker())
        cpu_memory_checker()->bulk_access(&bulk, frame);
}

/* The box in shared memory. If rows are shorter than the swizzle, there is something between them.
 */
static void announce_box(const box *b, uint32_t access)
{
    if (b->row_bytes == b->pitch) {
        announce(b->frame, b->copy, b->copy->shared, (size_t)b->rows * b->pitch, access);
        return;
    }
    for (uint32_t i = 0; i < b->rows && cpu_memory_checker(); i++)
        for (uint32_t at = 0; at < b->row_bytes; at += CHUNK)
            announce(b->frame, b->copy, place(b, i * b->pitch + at), CHUNK, access);
}

/* --- Loads ---------------------------------------------------------------------------------------
 */

/* With zeros or, for CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA, a NaN. */
static void fill(const box *b, uint32_t offset, uint32_t end)
{
    for (uint32_t at = offset; at < end; at++)
        *place(b, at) = !b->map.fill ? 0 : at % 2 ? 0x7f : 0xf7;
}

/* Rounds a float to the 10 bits that the mantissa of TF32 has, ties to even. */
static void round_to_tf32(unsigned char *element)
{
    uint32_t bits;

    memcpy(&bits, element, sizeof(bits));
    if (bits << 1 > UINT32_C(0xff000000)) /* a NaN */
        bits = UINT32_C(0x7fffe000);
    else
        bits = (bits + 0xfff + (bits >> 13 & 1)) & ~UINT32_C(0x1fff);
    memcpy(element, &bits, sizeof(bits));
}

static void load_row(const box *b, uint32_t number)
{
    const row r = find_row(b, number);
    const uint32_t begin = number * b->pitch;
    const uint32_t first = begin + r.before;

    fill(b, begin, first);
    for (uint32_t at = first, next; at < first + r.bytes; at = next) {
        next = piece_end(b, at, first + r.bytes);
        memcpy(place(b, at), r.global + (at - first), next - at);
    }
    fill(b, first + r.bytes, begin + b->row_bytes);
    for (uint32_t at = first; is_tf32(b->map.type) && at < first + r.bytes; at += b->element)
        round_to_tf32(place(b, at));
}

static void load(const box *b)
{
    for (uint32_t i = 0; i < b->rows && cpu_memory_checker(); i++) {
        const row r = find_row(b, i);
        announce(b->frame, b->copy, r.global, r.bytes, CUSTUB_CPU_ACCESS_READ);
    }
    announce_box(b, CUSTUB_CPU_ACCESS_WRITE);
    for (uint32_t i = 0; i < b->rows; i++)
        load_row(b, i);
}

/* --- Stores --------------------------------------------------------------------------------------
 */

static void store_row(const box *b, uint32_t number)
{
    const row r = find_row(b, number);
    const uint32_t first = number * b->pitch + r.before;
    const bool updates = b->copy->how != CUSTUB_CPU_BULK_STORE;

    announce(b->frame, b->copy, r.global, r.bytes,
             updates ? CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_ATOMIC
                     : CUSTUB_CPU_ACCESS_WRITE);
    for (uint32_t at = first, next; at < first + r.bytes; at = next) {
        unsigned char *target = r.global + (at - first);
        next = piece_end(b, at, first + r.bytes);
        if (updates)
            cpu_reduce(b->copy->how, b->map.type, target, place(b, at), next - at);
        else
            memcpy(target, place(b, at), next - at);
    }
}

static void store(const box *b)
{
    announce_box(b, CUSTUB_CPU_ACCESS_READ);
    for (uint32_t i = 0; i < b->rows; i++)
        store_row(b, i);
}

/* --- The service ---------------------------------------------------------------------------------
 */

static void copy_bytes(const custub_cpu_bulk_copy *copy, const void *frame)
{
    const bool loads = copy->how == CUSTUB_CPU_BULK_LOAD;
    void *target = loads ? copy->shared : copy->global;
    const void *source = loads ? copy->global : copy->shared;

    announce(frame, copy, source, copy->bytes, CUSTUB_CPU_ACCESS_READ);
    announce(frame, copy, target, copy->bytes, CUSTUB_CPU_ACCESS_WRITE);
    memcpy(target, source, copy->bytes);
}

uint32_t cpu_bulk_copy(const custub_cpu_bulk_copy *copy)
{
    box b = {.frame = FRAME};

    if (!copy->map) {
        copy_bytes(copy, b.frame);
        return copy->bytes;
    }
    find_box(&b, copy);
    if (copy->how == CUSTUB_CPU_BULK_LOAD)
        load(&b);
    else
        store(&b);
    return b.rows * b.row_bytes;
}
