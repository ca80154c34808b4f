/* host_code.h: what the host's code of a file does that tells how large a kernel's buffers are. */
#ifndef GEN_HOST_CODE_H
#define GEN_HOST_CODE_H

#include "frontend/reader/reader.h"

/* A variable, parameter or member gets a value: it is initialized, assigned, or passed. */
typedef struct gen_host_write {
    struct gen_host_write *next;
    CXCursor target;
    CXCursor value;    /* null: unknown, as by ++ or through its address */
    bool moves;        /* by an operator such as += or ++, or by swap() */
    CXCursor function; /* around it */
    unsigned offset;   /* in the file */
} gen_host_write;

/* Memory that a pointer or a container gets. */
typedef struct gen_host_allocation {
    struct gen_host_allocation *next;
    CXCursor target;
    CXCursor size;      /* an integer expression */
    long long multiple; /* bytes for each */
    CXCursor function;
    unsigned offset;
} gen_host_allocation;

/* A launch of a kernel, by <<<>>> or a function. */
typedef struct gen_host_launch {
    struct gen_host_launch *next;
    const char *symbol;         /* of the kernel */
    CXCursor grid[3], block[3]; /* extents; null: 1, or unknown */
    bool has_block;             /* the first extent is known */
    CXCursor arguments[128];    /* those passed by their address are their variables */
    unsigned count;
} gen_host_launch;

typedef struct gen_host_code {
    gen_reader *reader;
    CXCursor function; /* that is being read */
    struct {
        gen_host_write *first, *last;
    } writes;
    struct {
        gen_host_allocation *first, *last;
    } allocations;
    struct {
        gen_host_launch *first, *last;
    } launches;
    struct {
        struct gen_host_function *first, *last;
    } functions; /* that are looked up in modules */
} gen_host_code;

/* Reads all functions and variables of the program. The unit is one of gen_read_open_launches(). */
void gen_host_code_read(gen_host_code *code, gen_reader *reader, CXTranslationUnit unit);

#endif
