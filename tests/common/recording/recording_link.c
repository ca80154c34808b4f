/* The driver's linker. Its result is the first bytes of a cubin, then its parts, one after the
 * other. */
#include "recording_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 256

typedef struct link_state {
    char *log; /* of errors, or null */
    size_t log_size;
    size_t size;
    char cubin[MOST];
} link_state;

static int last_type;

int recording_last_part(void)
{
    return last_type;
}

EXPORT int cuLinkCreate_v2(unsigned int count, int *options, void **values, void **state)
{
    link_state *made;

    ENTER("cuLinkCreate_v2");
    NEED_CONTEXT();
    recording_note_options(count, options, values);
    made = calloc(1, sizeof(*made));
    if (!made)
        return OUT_OF_MEMORY;
    for (unsigned int i = 0; i < count; i++) {
        if (options[i] == 5)
            made->log = values[i];
        if (options[i] == 6)
            made->log_size = (size_t)(uintptr_t)values[i];
    }
    recording_change_alive(1);
    *state = made;
    return 0;
}

EXPORT int cuLinkAddData_v2(void *state, int type, void *data, size_t size, const char *name,
                            unsigned int count, int *options, void **values)
{
    link_state *to = state;
    const char *log = NULL;
    int result;

    (void)name, (void)count, (void)options, (void)values;
    ENTER("cuLinkAddData_v2");
    last_type = type;
    result = recording_rejection(data, true, &log);
    if (result && log && to->log)
        snprintf(to->log, to->log_size, "%s", log);
    if (!result && to->size + size <= MOST) {
        memcpy(to->cubin + to->size, data, size);
        to->size += size;
    }
    return result;
}

EXPORT int cuLinkComplete(void *state, void **cubin, size_t *size)
{
    link_state *of = state;

    ENTER("cuLinkComplete");
    *cubin = of->cubin;
    *size = of->size;
    return 0;
}

EXPORT int cuLinkDestroy(void *state)
{
    int result = recording_enter("cuLinkDestroy");

    memset(state, 0xee, sizeof(link_state)); /* the result is freed with the linker */
    free(state);
    recording_change_alive(-1);
    return result;
}
