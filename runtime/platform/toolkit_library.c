#include "platform/toolkit_library.h"

#include <stdio.h>
#include <string.h>

#include "error/error.h"
#include "platform/platform.h"

/* On failure returns null, and appends the reason to the record unless there is no such file. */
static void *try_file(const char *folder, const char *name, custub_error *tried)
{
    char path[CUSTUBI_LIBRARY_PATH_SIZE];
    int length = snprintf(path, sizeof(path), "%s/%s", folder, name);
    void *shared;

    if (length < 0 || (size_t)length >= sizeof(path) || !custubi_file_is_there(path))
        return NULL;
    shared = custubi_shared_open(path, false);
    if (!shared)
        custubi_error_append(tried, " [%s]", custubi_shared_error());
    return shared;
}

static void *try_folders(const char *root, const char *const *names, custub_error *tried)
{
    static const char *const parts[] = {"lib64", "lib"};
    char folder[CUSTUBI_LIBRARY_PATH_SIZE];

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        int length = snprintf(folder, sizeof(folder), "%s/%s", root, parts[i]);
        if (length < 0 || (size_t)length >= sizeof(folder))
            continue;
        for (const char *const *name = names; *name; name++) {
            void *shared = try_file(folder, *name, tried);
            if (shared)
                return shared;
        }
    }
    custubi_error_append(tried, ", %.64s", root);
    return NULL;
}

/* The loader's message begins with the missing file, which may be a dependency of this one. */
static bool is_missing(const char *name, const char *reason)
{
    return strncmp(reason, name, strlen(name)) == 0 && strstr(reason, "No such file");
}

static void *try_loader(const char *const *names, custub_error *tried)
{
    for (const char *const *name = names; *name; name++) {
        void *shared = custubi_shared_open(*name, false);
        const char *reason;
        if (shared)
            return shared;
        reason = custubi_shared_error();
        if (is_missing(*name, reason))
            custubi_error_append(tried, "%s%s", name == names ? " " : ", ", *name);
        else
            custubi_error_append(tried, " [%s]", reason);
    }
    custubi_error_append(tried, " on the library path");
    return NULL;
}

static void *open_named(const char *setting, const char *path, custub_error *tried)
{
    void *shared = custubi_shared_open(path, false);

    if (!shared)
        custubi_error_append(tried, " [%s: %s]", setting, custubi_shared_error());
    return shared;
}

void *custubi_library_open_toolkit(const char *setting, const char *const *names,
                                   custub_error *tried)
{
    const char *named = custubi_environment(setting);
    const char *const roots[] = {custubi_environment("CUDA_PATH"), custubi_environment("CUDA_HOME"),
                                 "/usr/local/cuda"};
    void *shared;

    if (named)
        return open_named(setting, named, tried);
    shared = try_loader(names, tried);
    for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]) && !shared; i++)
        if (roots[i])
            shared = try_folders(roots[i], names, tried);
    return shared;
}
