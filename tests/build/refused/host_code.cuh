// A host function that the linker refuses, because it needs an undefined function. No kernel calls it.
extern int defined_elsewhere;

int needs_another_file()
{
    return defined_elsewhere;
}
