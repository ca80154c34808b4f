#define _GNU_SOURCE /* dladdr, secure_getenv */

#include "platform.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool custubi_mutex_initialize(custubi_mutex *mutex)
{
    return pthread_mutex_init(&mutex->handle, NULL) == 0;
}

void custubi_mutex_deinitialize(custubi_mutex *mutex)
{
    pthread_mutex_destroy(&mutex->handle);
}

void custubi_mutex_lock(custubi_mutex *mutex)
{
    pthread_mutex_lock(&mutex->handle);
}

void custubi_mutex_unlock(custubi_mutex *mutex)
{
    pthread_mutex_unlock(&mutex->handle);
}

void *custubi_shared_open(const char *path, bool only_loaded)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL | (only_loaded ? RTLD_NOLOAD : 0));
}

void *custubi_shared_symbol(void *shared, const char *name)
{
    return dlsym(shared, name);
}

void custubi_shared_close(void *shared)
{
    if (shared)
        dlclose(shared);
}

const char *custubi_shared_error(void)
{
    const char *text = dlerror();

    return text ? text : "no reason given";
}

const char *custubi_environment(const char *name)
{
    const char *value = secure_getenv(name);

    return value && *value ? value : NULL;
}

bool custubi_own_folder(char *out, size_t size)
{
    static const char here;
    Dl_info object;
    char *slash;

    /* Of the main program the loader may know no more than the name it was called by. */
    if (dladdr(&here, &object) && object.dli_fname && object.dli_fname[0] == '/') {
        if (strlen(object.dli_fname) >= size)
            return false;
        memcpy(out, object.dli_fname, strlen(object.dli_fname) + 1);
    } else {
        ssize_t length = readlink("/proc/self/exe", out, size - 1);
        if (length <= 0 || (size_t)length >= size - 1)
            return false;
        out[length] = '\0';
    }
    slash = strrchr(out, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}
