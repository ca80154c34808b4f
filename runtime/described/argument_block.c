#include "described/argument_block.h"

static size_t value_bytes(const custub_kernel_info *info)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < info->param_count; i++) {
        size_t end = (size_t)info->params[i].offset + info->params[i].size;
        if (end > bytes)
            bytes = end;
    }
    return bytes;
}

size_t custubi_argument_block_size(const custub_kernel_info *info)
{
    return info->buffer_count * sizeof(custub_need) + info->param_count * sizeof(void *) +
           value_bytes(info);
}

void custubi_argument_block_place(custubi_argument_block *block, const custub_kernel_info *info,
                                  void *memory)
{
    block->needs = memory;
    block->arguments = (void **)(void *)(block->needs + info->buffer_count);
    block->values = (unsigned char *)(block->arguments + info->param_count);
    block->value_bytes = value_bytes(info);
    for (uint32_t i = 0; i < info->param_count; i++)
        block->arguments[i] = block->values + info->params[i].offset;
}

uint32_t custubi_argument_block_buffer(const custub_kernel_info *info, uint32_t index)
{
    uint32_t buffer = 0;

    while (buffer < info->buffer_count && info->buffers[buffer] < index)
        buffer++;
    return buffer;
}
