/* Prints what the kernels of both libraries make of 1. */
#include <stdio.h>

int first_scale(void);
int second_scale(void);

int main(void)
{
    printf("first: %d\n", first_scale());
    printf("second: %d\n", second_scale());
    return 0;
}
