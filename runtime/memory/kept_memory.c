/* Memory that graphs keep. */
#include <custub/buffer.h>
#include <custub/graph.h>

#include "driver/driver.h"
#include "driver/kept.h"
#include "driver/owned.h"
#include "driver/result.h"

/* If the context was destroyed, so was its memory, and the address may have a new owner. */
static custub_status release(const custubi_kept *thing, custub_error *error)
{
    if (thing->id && custubi_memory_id(thing->memory) != thing->id)
        return CUSTUB_OK;
    return custub_memory_destroy(thing->memory, error);
}

static custub_status check(CUdeviceptr memory, custub_error *error)
{
    CUdeviceptr base = 0;
    size_t bytes = 0;
    int result = custubi_cu.memory_range(&base, &bytes, memory);

    if (result != CUSTUBI_NOT_FOUND && (result || base == memory))
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_UNKNOWN_ADDRESS,
                             "%s: no memory begins at the address 0x%llx", custubi_keeping,
                             (unsigned long long)memory);
}

custub_status custub_graph_keep_memory(CUgraph graph, CUdeviceptr memory, custub_error *error)
{
    custubi_kept thing = {.release = release, .memory = memory};

    if (!memory)
        return custubi_error_first(error, CUSTUB_OK);
    if (!custub_driver_open(CUSTUB_DRIVER_DEFAULT, error)) {
        custub_status status = check(memory, error);
        if (status)
            return status;
        thing.id = custubi_memory_id(memory);
    }
    return custubi_keep(graph, &thing, error);
}
