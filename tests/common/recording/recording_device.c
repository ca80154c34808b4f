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

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    ENTER("cuDeviceGetAttribute");
    if (device < 0 || device >= recorded.program.device_count)
        return INVALID_DEVICE;
    switch (attribute) {
    case 1: /* threads per block */
    case 2: /* block x */
    case 3: /* block y */
        *value = 1024;
        return 0;
    case 4: /* block z */
        *value = 64;
        return 0;
    case 5: /* grid x */
        *value = 2147483647;
        return 0;
    case 6: /* grid y */
    case 7: /* grid z */
        *value = 65535;
        return 0;
    case 8: /* shared memory per block */
        *value = 49152;
        return 0;
    case 10: /* warp */
        *value = 32;
        return 0;
    case 14: /* alignment of textures, in bytes */
        *value = 512;
        return 0;
    case 16:
        *value = recorded.program.processors;
        return 0;
    case 39:
        *value = recorded.program.processor_threads;
        return 0;
    case 21: /* texels of an array in one direction … */
    case 22:
    case 23:
    case 24:
    case 25:
    case 26:
    case 70: /* … and of pitched memory */
    case 71:
        *value = 65000;
        return 0;
    case 51: /* alignment of the pitch, in bytes */
        *value = 32;
        return 0;
    case 55: /* texels of an array for surfaces */
    case 56:
    case 57:
    case 58:
    case 59:
    case 60:
        *value = 32768;
        return 0;
    case 69: /* texels of linear memory */
        *value = 268435456;
        return 0;
    case 72: /* the largest pitch, in bytes */
        *value = 2097120;
        return 0;
    case 75: /* compute capability */
        *value = 9;
        return 0;
    case 76:
        *value = 0;
        return 0;
    case 88:
        *value = recorded.program.pageable;
        return 0;
    case 95:
        *value = recorded.program.cooperative;
        return 0;
    case 97:
        *value = recorded.program.shared_opt_in;
        return 0;
    case 120:
        *value = recorded.program.clusters;
        return 0;
    default:
        return INVALID_VALUE;
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

    retained[device]--;
    recording_change_alive(-1);
    return result;
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
    recording_current =
        context ? (int)((char *)(void *)context - (char *)(void *)recording_context(0)) : -1;
    return 0;
}

EXPORT int cuCtxGetDevice(int *device)
{
    ENTER("cuCtxGetDevice");
    NEED_CONTEXT();
    *device = recording_current;
    return 0;
}

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

static bool has_access[RECORDING_DEVICES][RECORDING_DEVICES]; /* of the first to the second */

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
