#include "vulkan_memory.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

enum { MOST = 8 };

static struct {
    void *library;
    PFN_vkGetInstanceProcAddr find;
    VkInstance instance;
    VkPhysicalDevice gpu;
    VkDevice device;
    VkDeviceMemory memory[MOST];
    int count;
} v;

/* VULKAN(vkCreateDevice)(…): calls a function of the instance, or one that needs no instance. */
#define VULKAN(name) ((PFN_##name)v.find(v.instance, #name))

static bool fail(const char *what)
{
    printf("no memory of Vulkan: %s\n", what);
    return false;
}

static bool open_instance(void)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    void *address;

    v.library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    address = v.library ? dlsym(v.library, "vkGetInstanceProcAddr") : NULL;
    if (!address)
        return fail("libvulkan.so.1 cannot be opened");
    memcpy(&v.find, &address, sizeof(v.find));
    if (VULKAN(vkCreateInstance)(&info, NULL, &v.instance) != VK_SUCCESS) {
        v.instance = NULL;
        return fail("vkCreateInstance failed: no driver for Vulkan 1.1");
    }
    return true;
}

static bool choose_gpu(const char uuid[16])
{
    VkPhysicalDevice gpus[16];
    uint32_t count = sizeof(gpus) / sizeof(*gpus);
    VkResult result = VULKAN(vkEnumeratePhysicalDevices)(v.instance, &count, gpus);

    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
        return fail("vkEnumeratePhysicalDevices failed");
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceIDProperties id = {.sType =
                                               VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
        VkPhysicalDeviceProperties2 properties = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id};
        VULKAN(vkGetPhysicalDeviceProperties2)(gpus[i], &properties);
        if (memcmp(id.deviceUUID, uuid, VK_UUID_SIZE) == 0) {
            v.gpu = gpus[i];
            return true;
        }
    }
    return fail("it does not know the CUDA device");
}

static bool open_device(void)
{
    static const char *const extensions[] = {"VK_KHR_external_memory_fd"};
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue,
                                     .enabledExtensionCount = 1,
                                     .ppEnabledExtensionNames = extensions};

    if (VULKAN(vkCreateDevice)(v.gpu, &info, NULL, &v.device) == VK_SUCCESS)
        return true;
    v.device = NULL;
    return fail("vkCreateDevice failed: no VK_KHR_external_memory_fd");
}

bool vulkan_memory_open(const char uuid[16])
{
    if (open_instance() && choose_gpu(uuid) && open_device())
        return true;
    vulkan_memory_close();
    return false;
}

void vulkan_memory_close(void)
{
    for (int i = 0; i < v.count; i++)
        VULKAN(vkFreeMemory)(v.device, v.memory[i], NULL);
    if (v.device)
        VULKAN(vkDestroyDevice)(v.device, NULL);
    if (v.instance)
        VULKAN(vkDestroyInstance)(v.instance, NULL);
    if (v.library)
        dlclose(v.library);
    memset(&v, 0, sizeof(v));
}

/* A buffer's requirements: the types of memory that it can use, and its size in bytes. */
static VkMemoryRequirements requirements_of(size_t bytes)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .pNext = &external,
                                     .size = bytes,
                                     .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkMemoryRequirements requirements = {.size = bytes};
    VkBuffer buffer;

    if (VULKAN(vkCreateBuffer)(v.device, &info, NULL, &buffer) != VK_SUCCESS)
        return requirements;
    VULKAN(vkGetBufferMemoryRequirements)(v.device, buffer, &requirements);
    VULKAN(vkDestroyBuffer)(v.device, buffer, NULL);
    return requirements;
}

static bool allocate(const VkMemoryRequirements *requirements)
{
    const VkExportMemoryAllocateInfo exported = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkPhysicalDeviceMemoryProperties properties;

    VULKAN(vkGetPhysicalDeviceMemoryProperties)(v.gpu, &properties);
    for (uint32_t type = 0; type < properties.memoryTypeCount; type++) {
        VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .pNext = &exported,
                                     .allocationSize = requirements->size,
                                     .memoryTypeIndex = type};
        if ((requirements->memoryTypeBits >> type & 1) &&
            (properties.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) &&
            VULKAN(vkAllocateMemory)(v.device, &info, NULL, &v.memory[v.count]) == VK_SUCCESS)
            return true;
    }
    return fail("no type of it can be allocated and exported");
}

int vulkan_memory_export(size_t *bytes)
{
    VkMemoryRequirements requirements = requirements_of(*bytes);
    VkMemoryGetFdInfoKHR info = {.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                 .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    int descriptor = -1;

    if (v.count == MOST || !allocate(&requirements))
        return -1;
    info.memory = v.memory[v.count++];
    if (VULKAN(vkGetMemoryFdKHR)(v.device, &info, &descriptor) != VK_SUCCESS)
        return fail("vkGetMemoryFdKHR failed") - 1;
    *bytes = (size_t)requirements.size;
    return descriptor;
}
