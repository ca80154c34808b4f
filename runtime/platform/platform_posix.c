#define _GNU_SOURCE /* dladdr1, dlinfo, secure_getenv */

#include "platform/platform.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool is_forked; /* written while the process has one thread */
static bool (*ask_child)(void);

static void note_fork(void)
{
    is_forked = ask_child() || is_forked;
}

void custubi_watch_forks(bool (*in_child)(void))
{
    ask_child = in_child;
    pthread_atfork(NULL, NULL, note_fork); /* if this fails, forks go unnoticed */
}

bool custubi_is_forked(void)
{
    return is_forked;
}

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
    if (!custubi_is_forked())
        pthread_mutex_lock(&mutex->handle);
}

void custubi_mutex_unlock(custubi_mutex *mutex)
{
    if (!custubi_is_forked())
        pthread_mutex_unlock(&mutex->handle);
}

typedef struct work {
    void (*run)(void *user);
    void *user;
} work;

static void *do_work(void *given)
{
    const work *to_do = given;

    to_do->run(to_do->user);
    return NULL;
}

bool custubi_run_apart(void (*run)(void *user), void *user)
{
    work to_do = {run, user};
    pthread_t thread;
    sigset_t all;
    sigset_t previous;
    bool made;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous);
    made = pthread_create(&thread, NULL, do_work, &to_do) == 0;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    return made && pthread_join(thread, NULL) == 0;
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

uint64_t custubi_nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

long custubi_process(void)
{
    return (long)getpid();
}

/* The address follows a call, so it may belong to the next line already. */
void custubi_place(const void *address, char *out, size_t size)
{
    const char *call = address ? (const char *)address - 1 : NULL;
    Dl_info object;

    if (!dladdr(call, &object) || !object.dli_fname)
        snprintf(out, size, "%p", address);
    else
        snprintf(out, size, "%s (%s+0x%zx)", object.dli_sname ? object.dli_sname : "a function",
                 object.dli_fname, (size_t)(call - (const char *)object.dli_fbase));
}

bool custubi_file_is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/* Null, or why the file cannot be read. */
static const char *check_file(int file, size_t limit, size_t *size)
{
    struct stat info;

    if (fstat(file, &info))
        return "it cannot be read";
    if (S_ISDIR(info.st_mode))
        return "it is a directory";
    if (!S_ISREG(info.st_mode))
        return "it is not a regular file";
    if (info.st_size == 0)
        return "it is empty";
    if ((unsigned long long)info.st_size > limit)
        return "it is too large";
    *size = (size_t)info.st_size;
    return NULL;
}

/* Returns the bytes that were read: fewer than `size` if the file ends before, or after an error.
 */
static size_t read_bytes(int file, char *out, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t more = read(file, out + done, size - done);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            break;
        done += (size_t)more;
    }
    return done;
}

void *custubi_file_read(const char *path, size_t limit, size_t *size, const char **why)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* opening a pipe must not wait */
    char *data = NULL;

    if (file < 0) {
        *why = errno == ENOENT || errno == ENOTDIR ? "there is no such file"
               : errno == EACCES                   ? "there is no permission to read it"
                                                   : "it cannot be opened";
        return NULL;
    }
    *why = check_file(file, limit, size);
    if (!*why && !(data = malloc(*size + 1)))
        *why = "there is no memory to read it";
    if (data && read_bytes(file, data, *size) != *size) {
        *why = "it cannot be read to its end";
        free(data);
        data = NULL;
    }
    close(file);
    if (data)
        data[*size] = '\0';
    return data;
}

/* The shared library that contains this code; null if the program contains it. The program's own
 * name is not used: its caller chose it. */
static const char *own_library(void)
{
    static const char here;
    const struct link_map *loaded;
    void *found = NULL;
    Dl_info object;

    if (!dladdr1(&here, &object, &found, RTLD_DL_LINKMAP) || !found)
        return NULL;
    loaded = found;
    return loaded->l_name[0] ? loaded->l_name : NULL;
}

static bool take_folder(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash)
        *slash = '\0';
    return slash != NULL;
}

bool custubi_library_folder(char *out, size_t size)
{
    const char *library = own_library();

    if (!library || library[0] != '/' || strlen(library) >= size)
        return false;
    memcpy(out, library, strlen(library) + 1);
    return take_folder(out);
}

bool custubi_folder_of(void *shared, const char *function, char *out, size_t size)
{
    void *address = dlsym(shared, function);
    Dl_info object;
    char *real;
    bool fits;

    if (!address || !dladdr(address, &object))
        return false;
    real = realpath(object.dli_fname, NULL);
    fits = real && strlen(real) < size;
    if (fits)
        memcpy(out, real, strlen(real) + 1);
    free(real);
    return fits && take_folder(out);
}

bool custubi_program_folder(char *out, size_t size)
{
    ssize_t length = getauxval(AT_SECURE) ? 0 : readlink("/proc/self/exe", out, size - 1);

    if (length <= 0 || (size_t)length >= size - 1)
        return false;
    out[length] = '\0';
    return take_folder(out);
}

static bool find_in(const Dl_serinfo *folders, const char *name, char *out, size_t size)
{
    for (unsigned int i = 0; i < folders->dls_cnt; i++) {
        int length = snprintf(out, size, "%s/%s", folders->dls_serpath[i].dls_name, name);
        if (length > 0 && (size_t)length < size && custubi_file_is_there(out))
            return true;
    }
    return false;
}

bool custubi_find_on_library_path(const char *name, char *out, size_t size)
{
    void *self = dlopen(own_library(), RTLD_NOW | RTLD_NOLOAD);
    Dl_serinfo needed;
    Dl_serinfo *folders = NULL;
    bool found = false;

    if (self && dlinfo(self, RTLD_DI_SERINFOSIZE, &needed) == 0)
        folders = malloc(needed.dls_size);
    if (folders) {
        *folders = needed; /* the call below reads the size and the count */
        found = dlinfo(self, RTLD_DI_SERINFO, folders) == 0 && find_in(folders, name, out, size);
    }
    free(folders);
    custubi_shared_close(self);
    return found;
}
