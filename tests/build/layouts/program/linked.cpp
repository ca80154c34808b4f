#include "api/linked.h"

int main()
{
    linked_owner owner = {linked_load_linked(nullptr)};

    return run(&owner);
}
