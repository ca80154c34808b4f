/* event_record.h: recording events. */
#ifndef CPU_EVENT_RECORD_H
#define CPU_EVENT_RECORD_H

#include "api/api.h"

/* The same as cuEventRecordWithFlags(), for a stream that was found. */
CUresult cpu_event_record(CUevent event, CUstream stream);

#endif
