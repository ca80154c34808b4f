#include "support/source_file.h"

#include "support/plain_file.h"
#include "support/text.h"

#include <errno.h>
#include <string.h>

#define MAX_BYTES ((size_t)1 << 28) /* limit, to protect the machine */

static const char *reason_of(int error)
{
    return error == GEN_PLAIN_FILE_REFUSED ? GEN_PLAIN_FILE_FACT : strerror(error);
}

char *gen_source_file_read(gen_arena *arena, gen_diag *diag, const char *path, size_t *length)
{
    FILE *file = gen_plain_file_open(path);
    gen_text text;
    char chunk[1 << 14];
    size_t count;
    char *copy = NULL;

    errno = file ? 0 : errno;
    gen_text_initialize(&text);
    while (file && text.length <= MAX_BYTES && (count = fread(chunk, 1, sizeof(chunk), file)) > 0)
        gen_text_append(&text, chunk, count);
    if (!file || ferror(file) || text.failed || text.length > MAX_BYTES) {
        if (text.length > MAX_BYTES)
            errno = EFBIG;
        gen_diag_error(diag, (gen_place){path, 0, 0}, "file-unreadable", "cannot be read: %s",
                       reason_of(text.failed ? ENOMEM : errno));
    } else {
        copy = gen_arena_copy(arena, text.data ? text.data : "", text.length);
        *length = text.length;
    }
    if (file)
        fclose(file);
    gen_text_deinitialize(&text);
    return copy;
}
