#include <custub/status.h>

const char *custub_status_name(custub_status status)
{
    switch (status) {
#define CUSTUBI_CASE(name, number, text)                                                           \
    case name:                                                                                     \
        return #name;
        CUSTUB_STATUS_TABLE(CUSTUBI_CASE)
#undef CUSTUBI_CASE
    case CUSTUB_STATUS_MAX:
        break;
    }
    return "unknown status";
}

const char *custub_status_text(custub_status status)
{
    switch (status) {
#define CUSTUBI_CASE(name, number, text)                                                           \
    case name:                                                                                     \
        return text;
        CUSTUB_STATUS_TABLE(CUSTUBI_CASE)
#undef CUSTUBI_CASE
    case CUSTUB_STATUS_MAX:
        break;
    }
    return "unknown status";
}
