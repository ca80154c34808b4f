/* custub/cpu_refused.h: what the image of a file needs that a host compiler refuses as a whole: a
 * table in which every kernel says why it cannot run.
 */
#ifndef CUSTUB_CPU_REFUSED_FILE_H
#define CUSTUB_CPU_REFUSED_FILE_H

#include "cpu/qualifier.h"
#include "cpu/place.h"
#include "cpu/checked.h"
#include "cpu/refused.h"

#endif
