/* question.h: the names in a unit's contracts that the compiler must look up, and the probes for
 * them. */
#ifndef GEN_QUESTION_H
#define GEN_QUESTION_H

#include "frontend/names/probe.h"

/* A name in a contract of one kernel or class. */
typedef struct gen_question {
    struct gen_question *next;
    unsigned number; /* number of the variable with the value in the template's instance, or 0 */
    unsigned late_number;
    gen_named *named;
    const gen_template_arguments *arguments;
    const char *record; /* of a field: its class */
    gen_probe *probe;   /* null: it has no place */
    gen_probe *late;    /* a second probe, after the declaration, or null */
} gen_question;

/* A file with probes. */
typedef struct gen_probed_file {
    CXFile file;
    const char *name;
} gen_probed_file;

typedef struct gen_survey {
    gen_reader *reader;
    gen_question *questions;
    gen_question **last;
    unsigned value_count;
    gen_name_table known; /* probes by declaration and text */
    gen_probe **probes;   /* the probe with number i is at i - 1 */
    size_t probe_count;
    size_t probe_capacity;
    gen_probed_file *files;
    size_t file_count;
    size_t file_capacity;
    gen_text values; /* declarations for the end of the source */
} gen_survey;

/* Finds the names in all contracts of the open unit. */
void gen_survey_ask(gen_survey *survey, gen_reader *reader);
/* The name of a file in the unit. Each file has only one name. */
const char *gen_survey_name_file(gen_survey *survey, CXFile file);

#endif
