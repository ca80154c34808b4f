#include "library/image_data/image_size.h"

#include <stdio.h>
#include <string.h>

#define FATBIN_HEADER 16u /* magic, u16 version, u16 bytes of the header, u64 bytes after it */

/* ELF, 64 bits, little endian (System V ABI, "Object Files"): offsets in bytes. */
#define ELF_HEADER   64u
#define ELF_SEGMENT  56u
#define ELF_SECTION  64u
#define ELF_LOAD     1u          /* a segment that has bytes in the file */
#define ELF_NO_BITS  8u          /* a section that has none */
#define ELF_SPECIFIC 0x60000000u /* types from here on are the system's or the processor's */

static uint64_t read_number(const unsigned char *at, int bytes)
{
    uint64_t value = 0;

    for (int i = bytes - 1; i >= 0; i--)
        value = value << 8 | at[i];
    return value;
}

/* The end of a range; UINT64_MAX if it overflows. */
static uint64_t end_of(uint64_t offset, uint64_t bytes)
{
    return bytes > UINT64_MAX - offset ? UINT64_MAX : offset + bytes;
}

static void reach(uint64_t *need, uint64_t end)
{
    if (end > *need)
        *need = end;
}

/* Extends the need to the end of a table. False: the table cannot be read, because it is empty or
 * cut off. */
static bool reach_table(const custub_image *image, uint64_t *need, uint64_t offset, uint64_t count,
                        uint64_t size)
{
    uint64_t end = end_of(offset, count * size); /* 16 bits each */

    if (!count)
        return false;
    reach(need, end);
    return end <= image->size;
}

static void reach_segments(const custub_image *image, uint64_t *need)
{
    const unsigned char *data = image->data;
    uint64_t offset = read_number(data + 32, 8);
    uint64_t size = read_number(data + 54, 2);
    uint64_t count = read_number(data + 56, 2);

    if (!reach_table(image, need, offset, count, size) || size < ELF_SEGMENT)
        return;
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *segment = data + offset + i * size;
        if (read_number(segment, 4) == ELF_LOAD)
            reach(need, end_of(read_number(segment + 8, 8), read_number(segment + 32, 8)));
    }
}

/* Skips CUDA's own types: it is not known which of them have bytes in the file. */
static void reach_sections(const custub_image *image, uint64_t *need)
{
    const unsigned char *data = image->data;
    uint64_t offset = read_number(data + 40, 8);
    uint64_t size = read_number(data + 58, 2);
    uint64_t count = read_number(data + 60, 2);

    if (!reach_table(image, need, offset, count, size) || size < ELF_SECTION)
        return;
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *section = data + offset + i * size;
        uint64_t type = read_number(section + 4, 4);
        if (type && type != ELF_NO_BITS && type < ELF_SPECIFIC)
            reach(need, end_of(read_number(section + 24, 8), read_number(section + 32, 8)));
    }
}

static uint64_t elf_need(const custub_image *image)
{
    const unsigned char *data = image->data;
    uint64_t need = ELF_HEADER;

    if (image->size >= 6 && (data[4] != 2 || data[5] != 1))
        return 0;
    if (image->size < ELF_HEADER)
        return need;
    reach_segments(image, &need);
    reach_sections(image, &need);
    return need;
}

static uint64_t fatbin_need(const custub_image *image)
{
    const unsigned char *data = image->data;

    if (image->size < FATBIN_HEADER)
        return FATBIN_HEADER;
    return end_of(read_number(data + 6, 2), read_number(data + 8, 8));
}

/* True also for an image that ends inside the magic number. */
static bool begins_with(const custub_image *image, const char magic[4])
{
    return memcmp(image->data, magic, image->size < 4 ? image->size : 4) == 0;
}

static bool holds(const custub_image *image, uint64_t need, const char *what,
                  char reason[CUSTUBI_REASON_SIZE])
{
    if (need <= image->size)
        return true;
    snprintf(reason, CUSTUBI_REASON_SIZE, "%zu bytes, its %s %llu", image->size, what,
             (unsigned long long)need);
    return false;
}

bool custubi_image_is_whole(const custub_image *image, char reason[CUSTUBI_REASON_SIZE])
{
    const char *data = image->data;

    if (!image->size) {
        snprintf(reason, CUSTUBI_REASON_SIZE, "0 bytes, no image is that small");
        return false;
    }
    if (begins_with(image, "\x7f"
                           "ELF"))
        return holds(image, elf_need(image), "ELF headers say", reason);
    if (begins_with(image, "\x50\xed\x55\xba"))
        return holds(image, fatbin_need(image), "fatbin header says", reason);
    if (strncmp(image->tag, "ptx", 3) != 0 || !data[image->size - 1])
        return true;
    snprintf(reason, CUSTUBI_REASON_SIZE, "%zu bytes, and PTX has to end with a zero byte",
             image->size);
    return false;
}
