/* platform.h: what the runtime needs of the operating system, except files (file.h). Only
 * platform_posix.c knows the system; another system gets another such file. */
#ifndef CUSTUBI_PLATFORM_H
#define CUSTUBI_PLATFORM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks a variable that no other library can replace, so that reading it needs no table of
 * addresses. */
#if defined(__GNUC__)
#define CUSTUBI_INTERNAL __attribute__((visibility("hidden")))
#else
#define CUSTUBI_INTERNAL
#endif

/* The return address of the current function. */
#if defined(__GNUC__)
#define CUSTUBI_CALLER __builtin_return_address(0)
#else
#define CUSTUBI_CALLER NULL
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

/* Runs a function on a thread of its own, which takes no signals, and waits for its end. False if
 * there can be no thread. */
bool custubi_run_apart(void (*run)(void *user), void *user);

/* Opens a shared library by path or by name. Null if that fails; custubi_shared_error() says why.
 * With `only_loaded` the process must have loaded it already. */
void *custubi_shared_open(const char *path, bool only_loaded);
void *custubi_shared_symbol(void *shared, const char *name);
void custubi_shared_close(void *shared);
const char *custubi_shared_error(void); /* of this thread's last open; valid until the next */

/* The value of an environment variable, or null if it is unset or empty. In a program that has more
 * rights than its user, every variable counts as unset. */
const char *custubi_environment(const char *name);

/* Nanoseconds of the system's monotonic clock. */
uint64_t custubi_nanoseconds(void);

/* The number of this process. A process that was forked has another one. */
long custubi_process(void);

/* Calls a function in every process that is forked from this one from now on, before fork() returns
 * there. If the function returns true, custubi_is_forked() is true in that process, and locking
 * does nothing: a lock that a thread of the parent held would stay locked for ever. Called once. */
void custubi_watch_forks(bool (*in_child)(void));
bool custubi_is_forked(void);

/* The place of code, as "main (/folder/program+0x1234)"; the offset is for addr2line. */
void custubi_place(const void *address, char *out, size_t size);

bool custubi_file_is_there(const char *path);

/* Reads a whole file into new memory, with a zero byte after its end that `size` does not count.
 * Takes no directory, no pipe and no device. Null if that fails: then `why` says why, in static
 * text. */
void *custubi_file_read(const char *path, size_t limit, size_t *size, const char **why);

/* The folder of the shared library that contains this runtime, without a slash at its end. False if
 * the program itself contains it, or if the folder is not known or does not fit. */
bool custubi_library_folder(char *out, size_t size);

/* The real folder of the shared library that contains this function, without links. */
bool custubi_folder_of(void *shared, const char *function, char *out, size_t size);

/* The program's folder. False also if the program has more rights than its user, who may have put a
 * link to the program into any folder. */
bool custubi_program_folder(char *out, size_t size);

/* The path of the first file of this name in the folders where the loader looks for libraries that
 * this runtime opens. False if there is none. (A sanitizer's dlopen() makes the loader ignore the
 * library path that was linked in, so the runtime looks itself.) */
bool custubi_find_on_library_path(const char *name, char *out, size_t size);

#endif
