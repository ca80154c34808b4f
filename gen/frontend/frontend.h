/* frontend.h: reads one `.cu` file with libclang and makes the model. Nothing outside the front end
 * knows libclang. */
#ifndef GEN_FRONTEND_H
#define GEN_FRONTEND_H

#include "frontend/image/host_messages.h"
#include "frontend/reader/frontend_options.h"
#include "model/model.h"
#include "support/diag.h"

/* Fills `model`, in the arena. False after an error. If `model->brief` is set, the error was not
 * reported, and the file must be read again with the option `whole`. */
bool gen_frontend_read(gen_model *model, gen_arena *arena, gen_diag *diag,
                       const gen_frontend_options *options);

/* "clang version 14.0.6", for --version. In the arena. */
const char *gen_frontend_version(gen_arena *arena);

#endif
