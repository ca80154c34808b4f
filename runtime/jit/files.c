#include "jit/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "platform/file.h"
#include "platform/platform.h"

#define SETTING    "CUSTUB_JIT_CACHE"
#define MOST_BYTES (256u << 20)
#define MOST_READ  (1u << 30)
#define PATH_SIZE  4096
#define SUFFIX     ".jit"

/* A file is this head, then the key, then the image. */
typedef struct file_head {
    char magic[8];
    char tag[8]; /* as custub_image has it */
    uint64_t key_size;
    uint64_t image_size;
    uint64_t hash; /* of the key and the image */
} file_head;

static const char magic[8] = "custub\n1";

/* FNV-1a. */
static uint64_t hash_on(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_of(const void *data, size_t size)
{
    return hash_on(UINT64_C(0xcbf29ce484222325), data, size);
}

/* --- The folder ------------------------------------------------------------------------------ */

static bool read_most(uint64_t *most)
{
    const char *text = custubi_environment(SETTING);
    char *end = NULL;

    *most = MOST_BYTES;
    if (!text)
        return true;
    if (*text < '0' || *text > '9')
        return false;
    *most = strtoull(text, &end, 10);
    return !*end;
}

custub_status custubi_files_check(custub_error *error)
{
    uint64_t most;

    if (read_most(&most))
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                             "the environment variable " SETTING
                             " is '%.64s': it may be a number of bytes, 0 for no files",
                             custubi_environment(SETTING));
}

/* False if there is no folder that this user can trust. A relative path is ignored, as the XDG Base
 * Directory Specification demands. */
static bool open_folder(custubi_folder *folder, bool make)
{
    char path[PATH_SIZE];
    const char *base = custubi_environment("XDG_CACHE_HOME");
    const char *part = "custub";
    uint64_t most;
    int length;

    if (!read_most(&most) || !most)
        return false;
    if (!base || base[0] != '/') {
        base = custubi_environment("HOME");
        part = ".cache/custub";
    }
    if (!base || base[0] != '/')
        return false;
    length = snprintf(path, PATH_SIZE, "%s/%s", base, part);
    return length > 0 && length < PATH_SIZE && custubi_folder_open(folder, path, make);
}

static void file_name(const char *key, size_t key_size, char name[CUSTUBI_FILE_NAME_SIZE])
{
    snprintf(name, CUSTUBI_FILE_NAME_SIZE, "%016llx" SUFFIX,
             (unsigned long long)hash_of(key, key_size));
}

/* True for a file of this cache, finished or not. */
static bool is_ours(const char *name)
{
    return strspn(name, "0123456789abcdef") == 16 &&
           strncmp(name + 16, SUFFIX, strlen(SUFFIX)) == 0;
}

/* --- Finding --------------------------------------------------------------------------------- */

static const char *tag_of(const file_head *head)
{
    static const char *const tags[] = {"cubin", "ptx", "ltoir"};

    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
        if (strncmp(head->tag, tags[i], sizeof(head->tag)) == 0)
            return tags[i];
    return NULL;
}

/* Moves the image to the front of `data`. */
static bool take(char *data, size_t size, const char *key, size_t key_size, custub_image *out)
{
    file_head head;
    char *image;

    if (size < sizeof(head) + key_size)
        return false;
    memcpy(&head, data, sizeof(head));
    if (memcmp(head.magic, magic, sizeof(magic)) != 0 || head.key_size != key_size ||
        head.image_size != size - sizeof(head) - key_size || !head.image_size || !tag_of(&head) ||
        memcmp(data + sizeof(head), key, key_size) != 0 ||
        head.hash != hash_of(data + sizeof(head), size - sizeof(head)))
        return false;
    image = data + sizeof(head) + key_size;
    memmove(data, image, (size_t)head.image_size);
    out->tag = tag_of(&head);
    out->data = data;
    out->size = (size_t)head.image_size;
    return true;
}

bool custubi_files_find(const char *key, size_t key_size, custub_image *out)
{
    char name[CUSTUBI_FILE_NAME_SIZE];
    custubi_folder folder;
    void *data;
    size_t size;
    bool is_found;

    if (!open_folder(&folder, false))
        return false;
    file_name(key, key_size, name);
    data = custubi_folder_read(&folder, name, MOST_READ, &size);
    is_found = data && take(data, size, key, key_size, out);
    if (data && !is_found) {
        free(data);
        custubi_folder_remove(&folder, name);
    }
    custubi_folder_close(&folder);
    return is_found;
}

/* --- Keeping --------------------------------------------------------------------------------- */

typedef struct listing {
    custubi_file_entry *files;
    size_t count, room;
    uint64_t bytes;
    bool incomplete; /* there was no memory for more */
} listing;

static void add_file(const custubi_file_entry *file, void *data)
{
    listing *list = data;

    if (!is_ours(file->name) || list->incomplete)
        return;
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        custubi_file_entry *files = realloc(list->files, room * sizeof(*files));
        list->incomplete = !files;
        if (!files)
            return;
        list->files = files;
        list->room = room;
    }
    list->files[list->count++] = *file;
    list->bytes += file->size;
}

static int compare_use(const void *a, const void *b)
{
    const custubi_file_entry *left = a;
    const custubi_file_entry *right = b;

    return (left->used > right->used) - (left->used < right->used);
}

/* Other processes may do the same at the same time: then a little more is removed. */
static void limit_bytes(const custubi_folder *folder, uint64_t most)
{
    listing list = {0};

    custubi_folder_visit(folder, add_file, &list);
    if (list.bytes > most)
        qsort(list.files, list.count, sizeof(list.files[0]), compare_use);
    for (size_t i = 0; i < list.count && list.bytes > most; i++) {
        custubi_folder_remove(folder, list.files[i].name);
        list.bytes -= list.files[i].size;
    }
    free(list.files);
}

void custubi_files_keep(const char *key, size_t key_size, const custub_image *image)
{
    char name[CUSTUBI_FILE_NAME_SIZE];
    custubi_folder folder;
    file_head head = {.key_size = key_size, .image_size = image->size};
    const custubi_bytes parts[] = {
        {&head, sizeof(head)}, {key, key_size}, {image->data, image->size}};
    uint64_t most;

    if (!read_most(&most) || sizeof(head) + key_size + image->size > most ||
        !open_folder(&folder, true))
        return;
    memcpy(head.magic, magic, sizeof(magic));
    memcpy(head.tag, image->tag, strlen(image->tag));
    head.hash = hash_on(hash_of(key, key_size), image->data, image->size);
    file_name(key, key_size, name);
    custubi_folder_replace(&folder, name, parts, sizeof(parts) / sizeof(parts[0]));
    limit_bytes(&folder, most);
    custubi_folder_close(&folder);
}
