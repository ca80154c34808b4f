// 128-bit integers: 16 bytes, aligned to 16.
// kernels: wide
struct with_int128 {
    char a;
    __int128 b;
};
typedef unsigned __int128 u128;
extern "C" __global__ void wide(char a, __int128 b, char c, u128 d, const unsigned __int128 e,
                                __int128_t f, __uint128_t g, with_int128 h, const u128 *i)
{
}
