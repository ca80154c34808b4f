#include "common.h"

static void before(void)
{
    before_any();
}
