// custub: --linked
// The same with the header of the file that is compiled.
#define IS_A_PART
#include "../reject/header-of-part.parts/train.cu"
