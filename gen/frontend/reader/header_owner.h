/* header_owner.h: whose header a declaration is in. */
#ifndef GEN_HEADER_OWNER_H
#define GEN_HEADER_OWNER_H

#include "frontend/reader/reader.h"

/* The toolkit's, the compiler's or the C library's: not one that the user's flags lead to, also by
 * -isystem. */
bool gen_read_in_system(gen_reader *reader, CXCursor cursor);
bool gen_read_location_in_system(gen_reader *reader, CXSourceLocation location);
/* Whether the user's flags name a folder of which clang takes all headers for the system's; and
 * whether a header that the flags lead to says so of itself, by a pragma. */
bool gen_read_names_system_folder(gen_reader *reader);
bool gen_read_has_marked_header(gen_reader *reader, CXTranslationUnit unit);
/* Whether a function there may read threadIdx and its like, or make threads wait. */
bool gen_read_hides_indices(gen_reader *reader, CXCursor function);
/* Whether it is one of libcu++ by which threads may wait for others. */
bool gen_read_waits(gen_reader *reader, CXCursor function);

#endif
