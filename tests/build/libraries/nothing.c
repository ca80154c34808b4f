/* A shared library that holds kernels for its users, and uses none itself. */
int nothing_of_its_own(void);

int nothing_of_its_own(void)
{
    return 0;
}
