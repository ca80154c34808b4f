/* custub/cpu_refused.h: what the image of a file needs that a host compiler refuses as a whole: a
 * table in which every kernel says why it cannot run.
 */
#ifndef CUSTUB_CPU_REFUSED_FILE_H
#define CUSTUB_CPU_REFUSED_FILE_H

#include "cpu/language/qualifier.h"
#include "cpu/threads/place.h"
#include "cpu/memory/checked.h"
#include "cpu/kernel/refused.h"

#endif
