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

void recording_copy_array(const void *copy)
{
    memcpy(&recorded_textures.copy, copy, sizeof(recorded_textures.copy));
}

const recording_textures *recording_last_textures(void)
{
    return &recorded_textures;
}
