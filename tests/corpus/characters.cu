// The character types, of which wchar_t and char32_t have no C name without a header.
// kernels: characters behind
extern "C" __global__ void characters(char a, signed char b, unsigned char c, wchar_t d, char16_t e,
                                      char32_t f)
{
}
extern "C" __global__ void behind(char *a, const wchar_t *b, char16_t *c, const char32_t *d)
{
}
