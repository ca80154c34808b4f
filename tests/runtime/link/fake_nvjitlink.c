#include "fake_nvjitlink.h"

#include <stdint.h>
#include <string.h>

static fake_nvjitlink state;

fake_nvjitlink *fake_nvjitlink_state(void)
{
    return &state;
}

static int result_of(const char *name)
{
    return state.failing && strcmp(state.failing, name) == 0 ? state.result : 0;
}

int __nvJitLinkCreate_12_0(void **handle, uint32_t count, const char *const *options);
int __nvJitLinkDestroy_12_0(void **handle);
int __nvJitLinkAddData_12_0(void *handle, int type, const void *data, size_t size,
                            const char *name);
int __nvJitLinkComplete_12_0(void *handle);
int __nvJitLinkGetLinkedCubinSize_12_0(void *handle, size_t *size);
int __nvJitLinkGetLinkedCubin_12_0(void *handle, void *cubin);
int __nvJitLinkGetErrorLogSize_12_0(void *handle, size_t *size);
int __nvJitLinkGetErrorLog_12_0(void *handle, char *log);

int __nvJitLinkCreate_12_0(void **handle, uint32_t count, const char *const *options)
{
    int result = result_of("nvJitLinkCreate");

    state.options[0] = state.types[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        strcat(state.options, i ? " " : "");
        strcat(state.options, options[i]);
    }
    if (!result) {
        *handle = &state;
        state.alive++;
    }
    return result;
}

int __nvJitLinkDestroy_12_0(void **handle)
{
    *handle = NULL;
    state.alive--;
    return 0;
}

int __nvJitLinkAddData_12_0(void *handle, int type, const void *data, size_t size, const char *name)
{
    size_t count = strlen(state.types);

    (void)handle, (void)data, (void)size, (void)name;
    state.types[count] = (char)('0' + type);
    state.types[count + 1] = '\0';
    return result_of("nvJitLinkAddData");
}

int __nvJitLinkComplete_12_0(void *handle)
{
    (void)handle;
    return result_of("nvJitLinkComplete");
}

int __nvJitLinkGetLinkedCubinSize_12_0(void *handle, size_t *size)
{
    (void)handle;
    *size = 5;
    return result_of("nvJitLinkGetLinkedCubinSize");
}

int __nvJitLinkGetLinkedCubin_12_0(void *handle, void *cubin)
{
    (void)handle;
    memcpy(cubin, "cubin", 5);
    return result_of("nvJitLinkGetLinkedCubin");
}

int __nvJitLinkGetErrorLogSize_12_0(void *handle, size_t *size)
{
    (void)handle;
    *size = state.log ? strlen(state.log) + 1 : 0;
    return result_of("nvJitLinkGetErrorLogSize");
}

int __nvJitLinkGetErrorLog_12_0(void *handle, char *log)
{
    (void)handle;
    memcpy(log, state.log, strlen(state.log) + 1);
    return result_of("nvJitLinkGetErrorLog");
}
