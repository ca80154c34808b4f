#include "jit/compiled.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "jit/compile.h"
#include "jit/files.h"
#include "platform/platform.h"

#define MOST_BYTES (64u << 20)

typedef struct compiled {
    struct compiled *next; /* the next less recently used one */
    size_t users;          /* threads that are in custubi_compiled_get() */
    size_t kept;           /* bytes of key and image; 0: not compiled yet */
    custubi_mutex filling; /* held while it is compiled; never held together with `listing` */
    custub_image image;    /* guarded by `filling`; no data: not compiled yet */
    size_t key_size;
    char key[];
} compiled;

static custubi_mutex listing = CUSTUBI_MUTEX_INITIALIZER;
static compiled *first;   /* guarded by `listing`, like `users` and `kept` of its elements */
static size_t kept_bytes; /* the sum of `kept` */

static custub_status fail_memory(const custubi_request *request, custub_error *error)
{
    return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, "%s: no memory to compile it",
                             request->program->name);
}

static void remove_element(compiled **link)
{
    compiled *element = *link;

    *link = element->next;
    kept_bytes -= element->kept;
    custubi_mutex_deinitialize(&element->filling);
    free((void *)element->image.data);
    free(element);
}

static compiled **find_oldest(void)
{
    compiled **oldest = NULL;

    for (compiled **link = &first; *link; link = &(*link)->next)
        if (!(*link)->users)
            oldest = link;
    return oldest;
}

static compiled *create(const custubi_request *request)
{
    compiled *element = calloc(1, sizeof(*element) + request->key_size);

    if (!element || !custubi_mutex_initialize(&element->filling)) {
        free(element);
        return NULL;
    }
    element->key_size = request->key_size;
    memcpy(element->key, request->key, request->key_size);
    return element;
}

/* Finds or adds the request's element, moves it to the front and counts one more user. Null without
 * memory. */
static compiled *acquire(const custubi_request *request)
{
    compiled **link = &first;
    compiled *element;

    custubi_mutex_lock(&listing);
    while (*link && ((*link)->key_size != request->key_size ||
                     memcmp((*link)->key, request->key, request->key_size) != 0))
        link = &(*link)->next;
    element = *link;
    if (element)
        *link = element->next;
    else
        element = create(request);
    if (element) {
        element->next = first;
        first = element;
        element->users++;
    }
    custubi_mutex_unlock(&listing);
    return element;
}

/* `size` is the image's, or 0 if it could not be compiled. Forgets the least recently used if there
 * are too many bytes. */
static void release(compiled *element, size_t size)
{
    compiled **oldest = &first;

    custubi_mutex_lock(&listing);
    element->users--;
    if (size && !element->kept) {
        element->kept = element->key_size + size;
        kept_bytes += element->kept;
    }
    if (!element->users && !element->kept) {
        while (*oldest != element)
            oldest = &(*oldest)->next;
        remove_element(oldest);
    }
    while (kept_bytes > MOST_BYTES && (oldest = find_oldest()) != NULL)
        remove_element(oldest);
    custubi_mutex_unlock(&listing);
}

/* The caller holds `filling`. `may_keep`: later requests with this key may use the image. */
static custub_status fill(compiled *element, const custubi_request *request, custub_origin *origin,
                          bool *may_keep, custub_error *error)
{
    custub_status status;

    *may_keep = true;
    *origin = CUSTUB_ORIGIN_MEMORY;
    if (element->image.data)
        return CUSTUB_OK;
    *origin = CUSTUB_ORIGIN_FILE;
    if (custubi_files_find(request->key, request->key_size, &element->image))
        return CUSTUB_OK;
    *origin = CUSTUB_ORIGIN_COMPILED;
    status = custubi_compile(request, &element->image, may_keep, error);
    if (!status && *may_keep)
        custubi_files_keep(request->key, request->key_size, &element->image);
    return status;
}

static custub_status copy(const compiled *element, const custubi_request *request,
                          custub_image *out, custub_error *error)
{
    void *data = malloc(element->image.size);

    if (!data)
        return fail_memory(request, error);
    memcpy(data, element->image.data, element->image.size);
    *out = element->image;
    out->data = data;
    return CUSTUB_OK;
}

static custub_status get_kept(const custubi_request *request, custub_image *out,
                              custub_origin *origin, custub_error *error)
{
    compiled *element = acquire(request);
    bool may_keep;
    custub_status status;

    if (!element)
        return fail_memory(request, error);
    custubi_mutex_lock(&element->filling);
    status = fill(element, request, origin, &may_keep, error);
    if (!status)
        status = copy(element, request, out, error);
    custubi_mutex_unlock(&element->filling);
    release(element, status || !may_keep ? 0 : out->size);
    return status;
}

custub_status custubi_compiled_get(const custubi_request *request, custub_image *out,
                                   custub_origin *origin, custub_error *error)
{
    bool may_keep;

    memset(out, 0, sizeof(*out));
    if (!request->has_own_files)
        return get_kept(request, out, origin, error);
    *origin = CUSTUB_ORIGIN_COMPILED;
    return custubi_compile(request, out, &may_keep, error);
}
