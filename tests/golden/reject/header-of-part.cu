// custub: --linked
// A source with launches in another one: its own header's kernels would be nowhere.
#include "header-of-part.parts/train.cu"

void profile(const train_kernels *kernels)
{
    train(kernels, 0, nullptr);
}
