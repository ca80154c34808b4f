/* event_record.h: events in streams. */
#ifndef CPU_EVENT_RECORD_H
#define CPU_EVENT_RECORD_H

#include "api/api.h"

/* As cuEventRecordWithFlags(). */
CUresult cpu_event_record(CUevent event, CUstream stream, unsigned int flags);

#endif
