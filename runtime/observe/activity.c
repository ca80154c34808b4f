#include "observe/activity.h"

#include <stdio.h>
#include <string.h>

#include "observe/nvtx.h"

const char *custub_activity_name(custub_activity_kind kind)
{
    static const char *const names[] = {
        [CUSTUB_ACTIVITY_LAUNCH] = "launch",
        [CUSTUB_ACTIVITY_GRAPH_LAUNCH] = "graph launch",
        [CUSTUB_ACTIVITY_UPLOAD] = "upload",
        [CUSTUB_ACTIVITY_DOWNLOAD] = "download",
        [CUSTUB_ACTIVITY_COPY] = "copy",
        [CUSTUB_ACTIVITY_FILL] = "fill",
        [CUSTUB_ACTIVITY_ALLOCATION] = "allocation",
        [CUSTUB_ACTIVITY_FREE] = "free",
        [CUSTUB_ACTIVITY_COMPILATION] = "compilation",
        [CUSTUB_ACTIVITY_LINK] = "link",
        [CUSTUB_ACTIVITY_LOAD] = "load",
        [CUSTUB_ACTIVITY_WAIT] = "wait",
    };

    if ((size_t)kind >= sizeof(names) / sizeof(names[0]) || !names[kind])
        return "activity";
    return names[kind];
}

/* Adds the kind to the name of a file, which does not say what is done with it. */
static void push_range(custub_activity_kind kind, const char *name)
{
    char label[256];

    if (kind != CUSTUB_ACTIVITY_COMPILATION && kind != CUSTUB_ACTIVITY_LOAD) {
        custubi_nvtx_push(name);
        return;
    }
    snprintf(label, sizeof(label), "%s %s", custub_activity_name(kind), name);
    custubi_nvtx_push(label);
}

void custubi_activity_open(custubi_activity *of, custub_activity_kind kind, const char *name)
{
    memset(&of->seen, 0, sizeof(of->seen));
    of->seen.kind = kind;
    of->seen.name = name;
    if (of->observers & CUSTUBI_OBSERVER_NVTX)
        push_range(kind, name);
    of->seen.begin = custubi_nanoseconds();
}

void custubi_activity_close(custubi_activity *of, custub_status status, const custub_error *error)
{
    of->seen.end = custubi_nanoseconds();
    if (of->observers & CUSTUBI_OBSERVER_NVTX)
        custubi_nvtx_pop();
    if (!(of->observers & CUSTUBI_OBSERVER_ACTIVITY))
        return;
    of->seen.status = status;
    of->seen.error = error;
    custubi_observe_activity(&of->seen);
}
