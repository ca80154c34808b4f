#define _POSIX_C_SOURCE 200809L

#include "command_line/host_compiler.h"

#include "command_line/program_output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEFAULT_VERSION "11.4.0" /* CUDA 11.8 takes GCC up to 11, and 13.0 still takes it */
#define OUTPUT_SIZE     16384    /* how a GCC was configured can be long */

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static const struct {
    const char *option;
    int pic, pie;
} positions[] = {
    {"-fPIC", 2, 0},    {"-fpic", 1, 0},    {"-fPIE", 2, 2},    {"-fpie", 1, 1},
    {"-fno-PIC", 0, 0}, {"-fno-pic", 0, 0}, {"-fno-PIE", 0, 0}, {"-fno-pie", 0, 0},
};

#define POSITION_COUNT (sizeof(positions) / sizeof(positions[0]))

bool gen_host_compiler_is_position(const char *option)
{
    for (size_t i = 0; i < POSITION_COUNT; i++)
        if (strcmp(positions[i].option, option) == 0)
            return true;
    return false;
}

static void set_position(gen_host_compiler *compiler, const char *option)
{
    for (size_t i = 0; i < POSITION_COUNT; i++)
        if (strcmp(positions[i].option, option) == 0) {
            compiler->pic = positions[i].pic;
            compiler->pie = positions[i].pie;
        }
}

/* What `gcc -v` says. */
static void read_answer(gen_host_compiler *compiler, gen_arena *arena, const char *text)
{
    static const char version[] = "\ngcc version ";
    const char *found = strstr(text, version);

    compiler->gnu_version = NULL;
    if (found) {
        found += sizeof(version) - 1;
        compiler->gnu_version = gen_arena_copy(arena, found, strspn(found, "0123456789."));
    }
    if (!strstr(text, "--enable-default-pie"))
        compiler->pic = compiler->pie = 0;
}

gen_host_compiler gen_host_compiler_ask(gen_arena *arena, const char *named, const char *position)
{
    gen_host_compiler compiler = {DEFAULT_VERSION, 2, 2};
    char text[OUTPUT_SIZE] = "\n";

    if (!named)
        named = getenv("NVCC_CCBIN");
    if (!named || !*named)
        named = "gcc";
    else if (is_folder(named))
        named = gen_arena_format(arena, "%s/gcc", named);
    if (gen_program_output(named, "-v", text + 1, sizeof(text) - 1))
        read_answer(&compiler, arena, text);
    if (position)
        set_position(&compiler, position);
    return compiler;
}
