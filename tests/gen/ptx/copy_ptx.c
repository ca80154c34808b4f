/* Reads PTX and writes back what the reader made of it.
 *
 *   copy_ptx IN OUT */
#include "ptx/ptx.h"
#include "support/plain_file.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    const gen_ptx_module *module = NULL;
    const char *text;
    size_t length;
    gen_arena arena;
    gen_diag diag;
    gen_text out;
    FILE *file;
    bool is_written = false;

    if (argc != 3)
        return 2;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    gen_text_initialize(&out);
    text = gen_plain_file_read(&arena, &diag, argv[1], &length);
    if (text)
        module = gen_ptx_parse(&arena, &diag, argv[1], text);
    if (module)
        gen_ptx_print(&out, module);
    gen_diag_print(&diag, stderr);
    file = module && !out.failed ? fopen(argv[2], "wb") : NULL;
    if (file) {
        is_written = fwrite(out.data, 1, out.length, file) == out.length;
        is_written &= fclose(file) == 0;
    }
    gen_text_deinitialize(&out);
    gen_arena_deinitialize(&arena);
    return is_written ? 0 : 1;
}
