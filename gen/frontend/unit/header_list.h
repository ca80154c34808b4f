/* header_list.h: the files in a precompiled header, and whether they are still the same. */
#ifndef GEN_HEADER_LIST_H
#define GEN_HEADER_LIST_H

#include "support/arena.h"

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

/* What the system tells about a file. */
typedef struct gen_file_stamp {
    uint64_t size;
    int64_t modified; /* in nanoseconds */
    int64_t changed;  /* when its content, name or rights changed; no program can set it. 0:
                         unknown */
    uint64_t inode;
} gen_file_stamp;

typedef struct gen_header_entry {
    const char *path;
    uint64_t hash; /* of its content, as clang read it */
    gen_file_stamp stamp;
} gen_header_entry;

typedef struct gen_header_list {
    gen_header_entry *data;
    size_t count;
    size_t capacity;
    gen_arena *arena;
} gen_header_list;

/* The current time, for gen_header_list_collect(). */
int64_t gen_header_list_clock(void);

/* Adds the files of a unit whose parse began at `started`, except those that are not on disk. False
 * if the system does not tell about one. */
bool gen_header_list_collect(gen_header_list *list, CXTranslationUnit unit, int64_t started);

/* A hash of all contents. */
uint64_t gen_header_list_hash(const gen_header_list *list);

/* The first writes the list to a temporary file and renames it; the second reads it. False on
 * failure. */
bool gen_header_list_save(const gen_header_list *list, const char *path);
bool gen_header_list_load(gen_header_list *list, const char *path);

/* True if clang would still read the same contents, from files of the same dates. Reads contents
 * only where the system cannot tell; sets *refreshed if the list knows more afterwards. */
bool gen_header_list_is_current(gen_header_list *list, bool *refreshed);

#endif
