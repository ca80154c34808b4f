#include "library/image_data/shared_image.h"

#include <stdlib.h>

#include "driver/driver_types.h"
#include "platform/platform.h"

typedef struct shared_image {
    struct shared_image *next;
    const void *data;
    CUcontext context;
    void *image;
    unsigned int users;
} shared_image;

static shared_image *first;
static custubi_mutex using = CUSTUBI_MUTEX_INITIALIZER;

/* The caller holds `using`. */
static int load_new(shared_image **out, const void *data, custubi_image_loader *load, void *user)
{
    shared_image *made = calloc(1, sizeof(*made));
    int result = made ? load(&made->image, data, user) : CUSTUBI_OUT_OF_MEMORY;

    if (result) {
        free(made);
        return result;
    }
    made->next = first;
    made->data = data;
    first = made;
    *out = made;
    return CUSTUBI_SUCCESS;
}

int custubi_shared_image_open(void **out, const void *data, CUcontext context,
                              custubi_image_loader *load, void *user)
{
    shared_image *at;
    int result = CUSTUBI_SUCCESS;

    custubi_mutex_lock(&using);
    for (at = first; at && (at->data != data || at->context != context);)
        at = at->next;
    if (!at)
        result = load_new(&at, data, load, user);
    if (!result) {
        at->context = context;
        at->users++;
        *out = at->image;
    }
    custubi_mutex_unlock(&using);
    return result;
}

bool custubi_shared_image_close(void *image)
{
    bool is_last = false;

    custubi_mutex_lock(&using);
    for (shared_image **link = &first; *link; link = &(*link)->next) {
        shared_image *at = *link;
        if (at->image != image)
            continue;
        is_last = --at->users == 0;
        if (is_last) {
            *link = at->next;
            free(at);
        }
        break;
    }
    custubi_mutex_unlock(&using);
    return is_last;
}
