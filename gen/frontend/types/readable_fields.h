/* readable_fields.h: the fields that contracts may read in a record that is not plain. */
#ifndef GEN_READABLE_FIELDS_H
#define GEN_READABLE_FIELDS_H

#include "frontend/reader/reader.h"

/* Sets the record's readable fields. */
void gen_read_readable(gen_reader *reader, gen_record *record, CXType canonical, gen_place place);

#endif
