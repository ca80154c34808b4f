/* checked_table.h: reads the table of an image with bounds checks (<custub/bounds_table.h>). It may
 * come from a file, so every number in it is compared before anything is read by it. */
#ifndef CUSTUBI_CHECKED_TABLE_H
#define CUSTUBI_CHECKED_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include <custub/bounds_table.h>

/* The tag of a table among images. */
#define CUSTUBI_TABLE_TAG "bounds-table"

#define CUSTUBI_TABLE_REASON_SIZE 128u

/* The parts of a table, which they point into. */
typedef struct custubi_checked_table {
    const custub_bounds_table *head;
    const custub_bounds_kernel *kernels;
    const custub_bounds_limit *limits;
    const custub_bounds_number *numbers;
    const custub_bounds_site *sites;
    const char *strings;
} custubi_checked_table;

/* False: the table is damaged, or of another version; `reason` says how. `data` is aligned to 8. */
bool custubi_checked_table_read(custubi_checked_table *out, const void *data, size_t size,
                                char reason[CUSTUBI_TABLE_REASON_SIZE]);

/* The kernel with this entry; null if the table has none. */
const custub_bounds_kernel *custubi_checked_table_find(const custubi_checked_table *table,
                                                       const char *symbol);

#endif
