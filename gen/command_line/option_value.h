/* option_value.h: reads the values of options that are not just stored. */
#ifndef GEN_OPTION_VALUE_H
#define GEN_OPTION_VALUE_H

#include "command_line/options.h"

/* A command line that is being read. */
typedef struct gen_option_reader {
    gen_options *options;
    gen_arena *arena;
    const char *error; /* one line, after a failure */
} gen_option_reader;

/* Sets the error to "what: text", and returns false. */
bool gen_option_fail(gen_option_reader *reader, const char *text, const char *what);

/* Each takes the value of the option of its name. False after an error. */
bool gen_option_take_architectures(gen_option_reader *reader, const char *list);
bool gen_option_take_ptx(gen_option_reader *reader, const char *value);
bool gen_option_take_cubin(gen_option_reader *reader, const char *value);
bool gen_option_take_image(gen_option_reader *reader, const char *value);
bool gen_option_take_jit_option(gen_option_reader *reader, const char *value);
bool gen_option_take_refused(gen_option_reader *reader, const char *path);
bool gen_option_take_jobs(gen_option_reader *reader, const char *value);

/* Options of `try` that the program custub_trial takes. */
bool gen_option_take_seconds(gen_option_reader *reader, const char *value);
bool gen_option_take_launches(gen_option_reader *reader, const char *value);
bool gen_option_take_seed(gen_option_reader *reader, const char *value);
bool gen_option_take_device(gen_option_reader *reader, const char *value);
bool gen_option_take_contract_of(gen_option_reader *reader, const char *unused);

#endif
