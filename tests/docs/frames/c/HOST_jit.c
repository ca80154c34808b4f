#include "scale.custub.h"

#include "common.h"

static const char source[] = "";

static void before(void)
{
    before_any();
}
