/* jit_fixture.h: starts tests of compilation: the recording driver's device, the fake NVRTC, an
 * empty folder for files. Each test runs in its own process, because NVRTC is opened once in a
 * process. FAKE_NVRTC is the fake's path, FOLDER that of the test's files. */
#ifndef JIT_FIXTURE_H
#define JIT_FIXTURE_H

#include <custub/custub.h>

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "child.h"
#include "fresh_error.h"
#include "recording_driver.h"

static custub_error error;
static custub_image image; /* of the last compile() */

static const custub_jit_program scale = {.name = "scale.cu", .source = "the source"};

/* Removes all files of a folder. */
static inline void empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *found;
    char file[512];

    while (folder && (found = readdir(folder)) != NULL) {
        snprintf(file, sizeof(file), "%.200s/%.200s", path, found->d_name);
        unlink(file);
    }
    if (folder)
        closedir(folder);
}

static inline void begin(void)
{
    recording_reset();
    recording_use_device(0);
    setenv("CUSTUB_NVRTC", FAKE_NVRTC, 1);
    setenv("XDG_CACHE_HOME", FOLDER, 1);
    mkdir(FOLDER, 0777);
    empty_folder(FOLDER);
    empty_folder(FOLDER "/custub");
    setenv("FAKE_NVRTC_COUNT", FOLDER "/count", 1);
}

/* How many times NVRTC has compiled since begin(), in all processes. */
static inline long compilations(void)
{
    struct stat about;

    return stat(FOLDER "/count", &about) ? 0 : (long)about.st_size;
}

/* Compiles into `image`, which the next call frees. */
static inline const custub_image *compile(const custub_jit_program *program)
{
    custub_image_free(&image);
    image = custub_jit_compile(program, fresh(&error));
    return &image;
}

/* The code of a program, as the fake writes it; "" if it cannot be compiled. */
static inline const char *code_of(const custub_jit_program *program)
{
    return compile(program)->data ? image.data : "";
}

#endif
