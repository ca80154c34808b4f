/* described_table.h: the table of bounds checks that a library's description gives. The CPU driver
 * needs no other: its memory checker holds launches to their extents, and has no limits or sites.
 */
#ifndef CUSTUBI_DESCRIBED_TABLE_H
#define CUSTUBI_DESCRIBED_TABLE_H

#include <custub/describe.h>

#include <stddef.h>

/* How many pointers of the kernel have CUSTUB_VALUES, whose numbers each launch gives to the CPU
 * driver; 0 if the driver does not take them. */
uint32_t custubi_described_values(const custub_kernel_info *info);

/* The caller frees the table, of `size` bytes. Null if there is no memory. */
void *custubi_described_table(const custub_library_info *info, size_t *size);

#endif
