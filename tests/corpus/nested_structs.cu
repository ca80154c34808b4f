// Structs in structs, in arrays, in one another's scope.
// kernels: nested
struct vec {
    float x, y, z;
};
struct cell {
    char kind;
    vec corners[2][3];
    struct inner {
        short s;
        vec v;
    } parts[2];
    inner last;
};
struct grid {
    cell cells[2];
    cell::inner own;
    grid *next;
    cell *first, **rows;
    double spacing;
};
extern "C" __global__ void nested(char a, grid b, cell::inner c, const grid *d, cell *e)
{
}
