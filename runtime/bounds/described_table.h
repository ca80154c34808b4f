/* described_table.h: the table of bounds checks that a library's description gives. The CPU driver
 * needs no other: its memory checker holds launches to their extents, and has no limits or sites.
 */
#ifndef CUSTUBI_DESCRIBED_TABLE_H
#define CUSTUBI_DESCRIBED_TABLE_H

#include <custub/describe.h>

#include <stddef.h>

/* The caller frees the table, of `size` bytes. Null if there is no memory. */
void *custubi_described_table(const custub_library_info *info, size_t *size);

#endif
