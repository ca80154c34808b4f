/* custub/cpu_refused.h: for the image of a file that a host compiler cannot compile at all: its
 * table says for every kernel why it cannot run. */
#ifndef CUSTUB_CPU_REFUSED_FILE_H
#define CUSTUB_CPU_REFUSED_FILE_H

#include "cpu/language/qualifier.h"
#include "cpu/threads/place.h"
#include "cpu/memory/checked.h"
#include "cpu/kernel/refused.h"

#endif
