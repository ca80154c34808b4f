#include "recording_state.h"

#include <stdio.h>

static unsigned int context_flags = 8; /* CU_CTX_MAP_HOST */
static atomic_int retained[RECORDING_DEVICES];

EXPORT int cuDeviceGetCount(int *count)
{
    ENTER("cuDeviceGetCount");
    *count = recorded.program.device_count;
    return 0;
}

EXPORT int cuDeviceGet(int *device, int ordinal)
{
    ENTER("cuDeviceGet");
    if (ordinal < 0 || ordinal >= recorded.program.device_count)
        return INVALID_DEVICE;
    *device = ordinal;
    return 0;
}

EXPORT int cuDeviceGetName(char *name, int size, int device)
{
    ENTER("cuDeviceGetName");
    snprintf(name, (size_t)size, "Recording device %d", device);
    return 0;
}

/* Attributes that do not change, by their numbers in CUdevice_attribute. */
static const struct {
    int attribute;
    int value;
} attributes[] = {
    {1, 1024},       {2, 1024},   {3, 1024},   {4, 64}, /* threads of a block; block x, y, z */
    {5, 2147483647}, {6, 65535},  {7, 65535},           /* grid x, y, z */
    {8, 49152},                                         /* bytes of shared memory of a block */
    {10, 32},                                           /* threads of a warp */
    {14, 512},       {51, 32}, /* bytes that textures and their pitch are aligned to */
    {21, 65000},     {22, 65000}, {23, 65000}, {24, 65000},
    {25, 65000},     {26, 65000}, /* texels: arrays */
    {55, 32768},     {56, 32768}, {57, 32768}, {58, 32768},
    {59, 32768},     {60, 32768},              /* for surfaces */
    {69, 268435456}, {70, 65000}, {71, 65000}, /* linear memory; pitched memory */
    {72, 2097120},                             /* bytes of the largest pitch */
    {75, 9},         {76, 0},                  /* compute capability */
};

/* The value of an attribute that tests can set; null for others. */
static const int *find_programmed(int attribute)
{
    switch (attribute) {
    case 16:
        return &recorded.program.processors;
    case 39:
        return &recorded.program.processor_threads;
    case 88:
        return &recorded.program.pageable;
    case 95:
        return &recorded.program.cooperative;
    case 97:
        return &recorded.program.shared_opt_in;
    case 120:
        return &recorded.program.clusters;
    default:
        return NULL;
    }
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    const int *found = find_programmed(attribute);

    ENTER("cuDeviceGetAttribute");
    if (device < 0 || device >= recorded.program.device_count)
        return INVALID_DEVICE;
    for (size_t i = 0; !found && i < sizeof(attributes) / sizeof(attributes[0]); i++)
        if (attributes[i].attribute == attribute)
            found = &attributes[i].value;
    if (!found)
        return INVALID_VALUE;
    *value = *found;
    return 0;
}

static bool has_access[RECORDING_DEVICES][RECORDING_DEVICES]; /* of the first to the second */

/* The accesses of a context end with it. */
static void end_accesses(int device)
{
    for (int peer = 0; peer < RECORDING_DEVICES; peer++) {
        if (has_access[device][peer])
            recording_change_alive(-1);
        has_access[device][peer] = false;
    }
}

EXPORT int cuDevicePrimaryCtxRetain(CUcontext *context, int device)
{
    ENTER("cuDevicePrimaryCtxRetain");
    recording_change_alive(1);
    retained[device]++;
    *context = recording_context(device);
    return 0;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device)
{
    int result = recording_enter("cuDevicePrimaryCtxRelease_v2");

    if (--retained[device] == 0)
        end_accesses(device);
    recording_change_alive(-1);
    return result;
}

static int ordinal_of(CUcontext context)
{
    return (int)((char *)(void *)context - (char *)(void *)recording_context(0));
}

EXPORT int cuCtxGetCurrent(CUcontext *context)
{
    ENTER("cuCtxGetCurrent");
    *context = recording_context(recording_current);
    return 0;
}

EXPORT int cuCtxSetCurrent(CUcontext context)
{
    ENTER("cuCtxSetCurrent");
    recording_current = context ? ordinal_of(context) : -1;
    return 0;
}

EXPORT int cuCtxGetDevice(int *device)
{
    ENTER("cuCtxGetDevice");
    NEED_CONTEXT();
    *device = recording_current;
    return 0;
}

#ifndef RECORDING_OLD_DRIVER

EXPORT int cuCtxGetId(CUcontext context, unsigned long long *id)
{
    int ordinal = context ? ordinal_of(context) : recording_current;

    if (!recorded.program.context_id)
        return NOT_SUPPORTED; /* not counted as a call, so that tests do not fail it */
    ENTER("cuCtxGetId");
    if (ordinal < 0)
        return INVALID_CONTEXT;
    if (recorded.program.context_is_destroyed)
        return CONTEXT_IS_DESTROYED;
    *id = recorded.program.context_id + (unsigned long long)ordinal;
    return 0;
}

#endif

EXPORT int cuCtxGetLimit(size_t *value, int limit)
{
    ENTER("cuCtxGetLimit");
    NEED_CONTEXT();
    if (limit < 0 || limit >= RECORDING_LIMITS)
        return INVALID_VALUE;
    *value = recorded.program.limits[limit];
    return 0;
}

EXPORT int cuCtxSetLimit(int limit, size_t value)
{
    ENTER("cuCtxSetLimit");
    NEED_CONTEXT();
    if (limit < 0 || limit >= RECORDING_LIMITS)
        return INVALID_VALUE;
    recorded.program.limits[limit] = value;
    return 0;
}

EXPORT int cuCtxSynchronize(void)
{
    ENTER("cuCtxSynchronize");
    NEED_CONTEXT();
    return 0;
}

EXPORT int cuDevicePrimaryCtxGetState(int device, unsigned int *flags, int *active)
{
    ENTER("cuDevicePrimaryCtxGetState");
    *flags = context_flags;
    *active = retained[device] > 0;
    return 0;
}

EXPORT int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned int flags)
{
    (void)device;
    ENTER("cuDevicePrimaryCtxSetFlags_v2");
    context_flags = flags;
    return 0;
}

unsigned int recording_context_flags(void)
{
    return context_flags;
}

EXPORT int cuMemGetInfo_v2(size_t *available, size_t *total)
{
    ENTER("cuMemGetInfo_v2");
    NEED_CONTEXT();
    *available = (size_t)1000 * (size_t)(recording_current + 1);
    *total = (size_t)5000 * (size_t)(recording_current + 1);
    return 0;
}

/* --- Peers ---- */

EXPORT int cuDeviceCanAccessPeer(int *can, int device, int peer)
{
    ENTER("cuDeviceCanAccessPeer");
    *can = device != peer && recorded.program.peers;
    return 0;
}

static int peer_of(CUcontext context)
{
    int peer = 0;

    while (peer < RECORDING_DEVICES && recording_context(peer) != context)
        peer++;
    return peer;
}

EXPORT int cuCtxEnablePeerAccess(CUcontext context, unsigned int flags)
{
    bool *access;

    ENTER("cuCtxEnablePeerAccess");
    NEED_CONTEXT();
    if (flags || peer_of(context) == recording_current || !recorded.program.peers)
        return PEER_ACCESS_UNSUPPORTED;
    access = &has_access[recording_current][peer_of(context)];
    if (*access)
        return PEER_ACCESS_ALREADY_ENABLED;
    *access = true;
    recording_change_alive(1);
    return 0;
}

EXPORT int cuCtxDisablePeerAccess(CUcontext context)
{
    bool *access;

    ENTER("cuCtxDisablePeerAccess");
    NEED_CONTEXT();
    access = &has_access[recording_current][peer_of(context)];
    if (!*access)
        return PEER_ACCESS_NOT_ENABLED;
    *access = false;
    recording_change_alive(-1);
    return 0;
}
