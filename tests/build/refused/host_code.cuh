// The linker does not find what a host function of a header needs. No kernel calls it.
extern int defined_elsewhere;

int needs_another_file()
{
    return defined_elsewhere;
}
