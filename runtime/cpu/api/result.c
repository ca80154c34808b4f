#include "api/api.h"
#include "api/fail.h"

typedef struct result_text {
    CUresult result;
    const char *name;
    const char *text;
} result_text;

static const result_text texts[] = {
#define TEXT(name, number, text) {name, #name, text},
    CPU_RESULT_TABLE(TEXT)
#undef TEXT
};

static const result_text *find(CUresult result)
{
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (texts[i].result == result)
            return &texts[i];
    }
    return NULL;
}

CUresult cuGetErrorName(CUresult result, const char **name)
{
    CPU_ENTRY(cuGetErrorName);
    const result_text *found = find(result);

    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = found ? found->name : NULL;
    return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult result, const char **text)
{
    CPU_ENTRY(cuGetErrorString);
    const result_text *found = find(result);

    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    *text = found ? found->text : NULL;
    return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
