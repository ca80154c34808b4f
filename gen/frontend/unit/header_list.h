/* header_list.h: the files that a precompiled header was made of, and whether they are still the
 * same. */
#ifndef GEN_HEADER_LIST_H
#define GEN_HEADER_LIST_H

#include "support/arena.h"

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

/* What the system says of a file. */
typedef struct gen_file_stamp {
    uint64_t size;
    int64_t modified; /* in nanoseconds */
    int64_t changed;  /* its content, name or rights; no program can set it. 0: not known */
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

/* Now, for gen_header_list_collect(). */
int64_t gen_header_list_clock(void);

/* Adds the files of a unit whose parse began at `started`, but those that are not on disk. False if
 * one cannot be asked. */
bool gen_header_list_collect(gen_header_list *list, CXTranslationUnit unit, int64_t started);

/* Of all contents. */
uint64_t gen_header_list_hash(const gen_header_list *list);

/* Writes a file under a temporary name and renames it; reads it. False on failure. */
bool gen_header_list_save(const gen_header_list *list, const char *path);
bool gen_header_list_load(gen_header_list *list, const char *path);

/* True if clang would still read the same contents, from files of the same dates. Contents are only
 * read where the system cannot tell; *refreshed is set if the list knows more then. */
bool gen_header_list_is_current(gen_header_list *list, bool *refreshed);

#endif
