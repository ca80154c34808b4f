#include "driver/driver_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "platform/platform.h"

custubi_driver_table custubi_cu;

typedef struct symbol_slot {
    const char *name;
    size_t offset; /* of the member of custubi_driver_table */
    bool required;
} symbol_slot;

static const symbol_slot symbols[] = {
#define REQUIRED(member, name, parameters) {#name, offsetof(custubi_driver_table, member), true},
#define OPTIONAL(member, name, parameters) {#name, offsetof(custubi_driver_table, member), false},
#define OWN(member, name, parameters)      OPTIONAL(member, name, parameters)
#include "driver/driver_symbols.h"
#undef REQUIRED
#undef OPTIONAL
#undef OWN
};

const char *custubi_driver_table_fill(void *shared)
{
    const char *missing = NULL;

    for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
        void *address = custubi_shared_symbol(shared, symbols[i].name);
        /* POSIX allows a function's address to be converted to void * and back. */
        memcpy((char *)&custubi_cu + symbols[i].offset, &address, sizeof(address));
        if (!address && symbols[i].required && !missing)
            missing = symbols[i].name;
    }
    return missing;
}

/* --- After fork() --------------------------------------------------------------------------------
 */

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#define REQUIRED(member, name, parameters)                                                         \
    static int closed_##member parameters                                                          \
    {                                                                                              \
        return CUSTUBI_DEINITIALIZED;                                                              \
    }
#define OPTIONAL(member, name, parameters) REQUIRED(member, name, parameters)
#define OWN(member, name, parameters)      REQUIRED(member, name, parameters)
#include "driver/driver_symbols.h"
#undef REQUIRED
#undef OPTIONAL
#undef OWN

void custubi_driver_table_close(void)
{
#define REQUIRED(member, name, parameters) custubi_cu.member = closed_##member;
#define OPTIONAL(member, name, parameters) REQUIRED(member, name, parameters)
#define OWN(member, name, parameters)      REQUIRED(member, name, parameters)
#include "driver/driver_symbols.h"
#undef REQUIRED
#undef OPTIONAL
#undef OWN
}
