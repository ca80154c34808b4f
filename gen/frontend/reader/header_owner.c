#include "frontend/reader/header_owner.h"

#include "support/plain_file.h"
#include "support/text.h"

#include <string.h>

/* The last header that was looked up. Cursors come header by header, so one is enough. */
typedef struct gen_header {
    CXFile file;
    const char *name;
    bool is_users;
} gen_header;

struct gen_folders {
    const char *toolkit; /* the folder of the toolkit's headers, or null */
    size_t count;
    const char **users; /* the folders in the user's flags */
    gen_header last;
};

static bool is_below(const char *name, const char *folder)
{
    size_t length = strlen(folder);

    while (length > 1 && folder[length - 1] == '/')
        length--;
    return strncmp(name, folder, length) == 0 && (name[length] == '/' || !name[length]);
}

/* True for folders of the toolkit and of the C library, and for the folders above them, which build
 * systems also name. */
static bool is_known(gen_reader *reader, const char *folder)
{
    const char *real = gen_real_path(reader->arena, folder);
    const char *toolkit = reader->options->toolkit;

    return is_below("/usr/include", real) ||
           (toolkit && is_below(real, gen_real_path(reader->arena, toolkit)));
}

/* The file's folder, as clang names it; "" is the current folder. nvcc builds kernels from headers
 * in that folder, even if these have `#pragma GCC system_header`. */
static const char *folder_of(gen_reader *reader, const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? gen_arena_copy(reader->arena, path, (size_t)(slash - path)) : "";
}

static struct gen_folders *find_folders(gen_reader *reader)
{
    const gen_frontend_options *options = reader->options;
    struct gen_folders *folders = GEN_NEW(reader->arena, struct gen_folders);

    if (options->toolkit)
        folders->toolkit = gen_arena_format(reader->arena, "%s/include", options->toolkit);
    folders->users = GEN_NEW_ARRAY(reader->arena, const char *, options->clang_argument_count + 1);
    folders->users[0] = folder_of(reader, options->path);
    folders->count = !*folders->users[0] || !is_known(reader, folders->users[0]);
    for (size_t i = 0; i < options->clang_argument_count; i++) {
        const char *folder =
            gen_include_folder(options->clang_arguments, options->clang_argument_count, &i);
        if (folder && !is_known(reader, folder))
            folders->users[folders->count++] = folder;
    }
    return folders;
}

static struct gen_folders *folders_of(gen_reader *reader)
{
    if (!reader->folders)
        reader->folders = find_folders(reader);
    return reader->folders;
}

static bool is_users(const struct gen_folders *folders, const char *name)
{
    if (folders->toolkit && is_below(name, folders->toolkit))
        return false;
    for (size_t i = 0; i < folders->count; i++)
        if (*folders->users[i] ? is_below(name, folders->users[i]) : name[0] != '/')
            return true;
    return false;
}

static const gen_header *header_of(gen_reader *reader, CXSourceLocation location)
{
    struct gen_folders *folders = folders_of(reader);
    gen_header *last = &folders->last;
    CXFile file = NULL;

    clang_getExpansionLocation(location, &file, NULL, NULL, NULL);
    if (!last->name || !clang_File_isEqual(file, last->file)) {
        last->file = file;
        last->name = file ? gen_reader_text(reader, clang_getFileName(file)) : "";
        last->is_users = is_users(folders, last->name);
    }
    return last;
}

bool gen_read_location_in_system(gen_reader *reader, CXSourceLocation location)
{
    if (!clang_Location_isInSystemHeader(location))
        return false;
    return !header_of(reader, location)->is_users;
}

bool gen_read_in_system(gen_reader *reader, CXCursor cursor)
{
    return gen_read_location_in_system(reader, clang_getCursorLocation(cursor));
}

bool gen_read_names_system_folder(gen_reader *reader)
{
    const gen_frontend_options *options = reader->options;

    for (size_t i = 0; i < options->clang_argument_count; i++) {
        const char *argument = options->clang_arguments[i];
        const char *folder =
            gen_include_folder(options->clang_arguments, options->clang_argument_count, &i);
        if (folder && strncmp(argument, "-I", 2) != 0 && strncmp(argument, "-iquote", 7) != 0 &&
            !is_known(reader, folder))
            return true;
    }
    return false;
}

typedef struct marked_walk {
    gen_reader *reader;
    CXTranslationUnit unit;
    bool found;
} marked_walk;

/* The pragma applies from its line on, so it still does at the header's end. */
static void visit_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    marked_walk *walk = data;
    size_t size = 0;

    (void)stack;
    (void)depth;
    if (walk->found ||
        !is_users(folders_of(walk->reader), gen_reader_text(walk->reader, clang_getFileName(file))))
        return;
    clang_getFileContents(walk->unit, file, &size);
    walk->found = clang_Location_isInSystemHeader(
        clang_getLocationForOffset(walk->unit, file, (unsigned)size));
}

bool gen_read_has_marked_header(gen_reader *reader, CXTranslationUnit unit)
{
    marked_walk walk = {reader, unit, false};

    clang_getInclusions(unit, visit_header, &walk);
    return walk.found;
}

/* The header's path relative to the toolkit's folder, without the folder of libcu++. Null if the
 * function's header is elsewhere. */
static const char *toolkit_header(gen_reader *reader, CXCursor function)
{
    const char *toolkit = folders_of(reader)->toolkit;
    const char *name = header_of(reader, clang_getCursorLocation(function))->name;

    if (!toolkit || !is_below(name, toolkit))
        return NULL;
    for (name += strlen(toolkit); *name == '/'; name++)
        continue;
    return strncmp(name, "cccl/", 5) == 0 ? name + 5 : name;
}

bool gen_read_hides_indices(gen_reader *reader, CXCursor function)
{
    /* These headers of the toolkit have algorithms for whole blocks. Functions of the other headers
     * are instructions or arithmetic of one thread. */
    static const char *const starts[] = {"cub/", "thrust/", "cuda/", "curand_mtgp32",
                                         "nccl_device/"};
    const char *name = toolkit_header(reader, function);

    return name && strncmp(name, "cuda/std/", 9) != 0 && GEN_TEXT_BEGINS(name, starts);
}

bool gen_read_waits(gen_reader *reader, CXCursor function)
{
    static const char *const parts[] = {"atomic", "barrier", "latch", "semaphore", "thread"};
    const char *name = toolkit_header(reader, function);

    if (!name || strncmp(name, "cuda/std/", 9) != 0)
        return false;
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strstr(name, parts[i]))
            return true;
    return false;
}
