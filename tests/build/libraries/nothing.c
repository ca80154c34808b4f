/* A shared library with kernels for its users, which itself uses none of them. */
int nothing_of_its_own(void);

int nothing_of_its_own(void)
{
    return 0;
}
