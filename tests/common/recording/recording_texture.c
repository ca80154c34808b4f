/* Arrays, textures and surfaces of the recording driver: they hold nothing, and are counted. */
#include "recording_texture.h"

#include "recording_state.h"

#include <stdlib.h>
#include <string.h>

static recording_textures recorded_textures;

static int make(const char *name, void **out)
{
    int failed = recording_enter(name);

    if (failed)
        return failed;
    NEED_CONTEXT();
    *out = malloc(1);
    if (!*out)
        return OUT_OF_MEMORY;
    recording_change_alive(1);
    return 0;
}

/* Like every function that releases something, releases it even if it returns a failure. */
static int end(const char *name, void *made)
{
    int result = recording_enter(name);

    if (!made)
        return INVALID_HANDLE;
    free(made);
    recording_change_alive(-1);
    return result;
}

EXPORT int cuArray3DCreate_v2(void **array, const custubi_array_descriptor *descriptor)
{
    recorded_textures.array = *descriptor;
    return make("cuArray3DCreate_v2", array);
}

EXPORT int cuArrayDestroy(void *array)
{
    return end("cuArrayDestroy", array);
}

EXPORT int cuTexObjectCreate(unsigned long long *texture, const custubi_resource *resource,
                             const custubi_texture_descriptor *sampling, const void *view)
{
    void *made = NULL;
    int result = view ? INVALID_VALUE : make("cuTexObjectCreate", &made);

    recorded_textures.resource = *resource;
    recorded_textures.sampling = *sampling;
    *texture = (uintptr_t)made;
    return result;
}

EXPORT int cuTexObjectDestroy(unsigned long long texture)
{
    return end("cuTexObjectDestroy", (void *)(uintptr_t)texture);
}

EXPORT int cuSurfObjectCreate(unsigned long long *surface, const custubi_resource *resource)
{
    void *made = NULL;
    int result = make("cuSurfObjectCreate", &made);

    recorded_textures.resource = *resource;
    *surface = (uintptr_t)made;
    return result;
}

EXPORT int cuSurfObjectDestroy(unsigned long long surface)
{
    return end("cuSurfObjectDestroy", (void *)(uintptr_t)surface);
}

EXPORT int cuTensorMapEncodeTiled(void *map, int type, unsigned int rank, void *address,
                                  const uint64_t *sizes, const uint64_t *strides,
                                  const unsigned int *box, const unsigned int *steps,
                                  int interleave, int swizzle, int promotion, int fill)
{
    recording_tensor_map *last = &recorded_textures.map;
    int result = recording_enter("cuTensorMapEncodeTiled");

    if (result)
        return result;
    *last = (recording_tensor_map){.type = type,
                                   .rank = rank,
                                   .address = address,
                                   .ways = {interleave, swizzle, promotion, fill}};
    memcpy(last->sizes, sizes, rank * sizeof(*sizes));
    memcpy(last->strides, strides, (rank - 1) * sizeof(*strides));
    memcpy(last->box, box, rank * sizeof(*box));
    memcpy(last->steps, steps, rank * sizeof(*steps));
    memset(map, 0xab, 128);
    return 0;
}

void recording_copy_array(const void *copy)
{
    memcpy(&recorded_textures.copy, copy, sizeof(recorded_textures.copy));
}

const recording_textures *recording_last_textures(void)
{
    return &recorded_textures;
}
