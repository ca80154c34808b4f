#define NAME_(type) twice_##type
#define NAME(type) NAME_(type)
extern "C" __global__ void NAME(TYPE)(TYPE a, const TYPE *b)
{
}
#undef NAME
#undef NAME_
