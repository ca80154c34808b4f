/* platform.h: what the runtime asks of the operating system. The only file with code for one system
 * is platform_posix.c; another system gets a file of its own. */
#ifndef CUSTUBI_PLATFORM_H
#define CUSTUBI_PLATFORM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* A variable of the runtime's own, which no other library of the process can replace: it is read
 * without a look into the table of addresses. */
#if defined(__GNUC__)
#define CUSTUBI_INTERNAL __attribute__((visibility("hidden")))
#else
#define CUSTUBI_INTERNAL
#endif

typedef struct custubi_mutex {
    pthread_mutex_t handle;
} custubi_mutex;

/* clang-format off */
#define CUSTUBI_MUTEX_INITIALIZER {PTHREAD_MUTEX_INITIALIZER}
/* clang-format on */

bool custubi_mutex_initialize(custubi_mutex *mutex);
void custubi_mutex_deinitialize(custubi_mutex *mutex);
void custubi_mutex_lock(custubi_mutex *mutex);
void custubi_mutex_unlock(custubi_mutex *mutex);

/* A shared library by path or by name; null if it cannot be opened, and then
 * custubi_shared_error() says why. With `only_loaded` it must be in the process already. */
void *custubi_shared_open(const char *path, bool only_loaded);
void *custubi_shared_symbol(void *shared, const char *name);
void custubi_shared_close(void *shared);
const char *custubi_shared_error(void); /* of this thread's last open; valid until the next */

/* The value of an environment variable, or null if it is unset or empty. In a program that runs
 * with more rights than its user has, every variable counts as unset. */
const char *custubi_environment(const char *name);

bool custubi_file_is_there(const char *path);

/* The folder of the shared library that has this runtime, without a slash at its end. False if the
 * program itself has it, or the folder cannot be told or does not fit. */
bool custubi_library_folder(char *out, size_t size);

/* The program's folder. False also if the program runs with more rights than its user, who may have
 * linked it into a folder of his. */
bool custubi_program_folder(char *out, size_t size);

/* The path of the first file of this name in the folders that the loader searches for libraries
 * that this runtime opens. The loader itself ignores the library path that was linked in if the
 * call comes from a sanitizer's dlopen(). False if there is none. */
bool custubi_find_on_library_path(const char *name, char *out, size_t size);

#endif
