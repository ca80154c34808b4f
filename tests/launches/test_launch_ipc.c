/* Launches at memory of another process: a legacy IPC handle, and file descriptors of mapped memory
 * and of a pool. The child exports, this process imports; each opens the driver for itself. */
#define _DEFAULT_SOURCE

#include "launch_fixture.h"
#include "mapped_memory.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT 1000

typedef struct message {
    int has; /* true if the driver has such handles; otherwise the reason was printed */
    CUipcMemHandle handle;
    CUmemPoolPtrExportData pointer;
    size_t piece;
} message;

static int channel; /* to the other process */

/* Sends a message, with up to two file descriptors. */
static int send_message(const message *sent, const int *fds, size_t fd_count)
{
    struct iovec part = {(void *)(uintptr_t)sent, sizeof(*sent)};
    _Alignas(struct cmsghdr) char room[CMSG_SPACE(2 * sizeof(int))];
    struct msghdr header;

    memset(&header, 0, sizeof(header));
    memset(room, 0, sizeof(room));
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    if (fd_count) {
        struct cmsghdr *control;
        header.msg_control = room;
        header.msg_controllen = CMSG_SPACE(fd_count * sizeof(int));
        control = CMSG_FIRSTHDR(&header);
        control->cmsg_level = SOL_SOCKET;
        control->cmsg_type = SCM_RIGHTS;
        control->cmsg_len = CMSG_LEN(fd_count * sizeof(int));
        memcpy(CMSG_DATA(control), fds, fd_count * sizeof(int));
    }
    return sendmsg(channel, &header, 0) == (ssize_t)sizeof(*sent);
}

static int receive_message(message *received, int *fds, size_t fd_count)
{
    struct iovec part = {received, sizeof(*received)};
    _Alignas(struct cmsghdr) char room[CMSG_SPACE(2 * sizeof(int))];
    struct msghdr header;
    struct cmsghdr *control;

    memset(&header, 0, sizeof(header));
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = room;
    header.msg_controllen = sizeof(room);
    if (recvmsg(channel, &header, MSG_WAITALL) != (ssize_t)sizeof(*received))
        return 0;
    control = CMSG_FIRSTHDR(&header);
    if (control && control->cmsg_len == CMSG_LEN(fd_count * sizeof(int)))
        memcpy(fds, CMSG_DATA(control), fd_count * sizeof(int));
    return 1;
}

static void send_word(char word)
{
    assert_int_equal(write(channel, &word, 1), 1);
}

static char receive_word(void)
{
    char word = 0;

    return read(channel, &word, 1) == 1 ? word : 0;
}

/* True if pools can be exported as file descriptors. Otherwise prints why the test is skipped. */
static int has_shared_pools(void)
{
    int types = 0;

    if (cu.cuMemPoolExportPointer && cu.cuDeviceGetAttribute(&types, LAUNCH_POOL_HANDLE_TYPES, 0))
        types = 0;
    if (!(types & LAUNCH_POSIX_FD))
        print_message("skipped: the device has no pools that are shared by file descriptors\n");
    return types & LAUNCH_POSIX_FD;
}

/* --- The child -------------------------------------------------------------------------------- */

/* Both processes see the same memory: the child reads the results of the parent's kernels. */
static void child_lends_an_allocation(void **state)
{
    CUdeviceptr address;
    message own;

    (void)state;
    memset(&own, 0, sizeof(own));
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    launch_fill(address, COUNT, 1);
    own.has = LAUNCH_HAS(cu.cuIpcGetMemHandle(&own.handle, address));
    assert_true(send_message(&own, NULL, 0));
    if (own.has) {
        assert_int_equal(receive_word(), 'd');
        COMPARE(address, COUNT, 6);
        WORKS(address, COUNT);
        send_word('d');
    }
    DRIVER(cu.cuMemFree_v2(address));
}

static void child_lends_mapped_memory(void **state)
{
    mapped_memory memory;
    message own;
    int fds[2] = {-1, -1};

    (void)state;
    memset(&own, 0, sizeof(own));
    own.has = mapped_memory_create(&memory, 2, 0, 1, 1);
    for (int i = 0; own.has && i < 2; i++)
        own.has = LAUNCH_HAS(
            cu.cuMemExportToShareableHandle(&fds[i], memory.handles[i], LAUNCH_POSIX_FD, 0));
    own.piece = memory.piece;
    assert_true(send_message(&own, fds, own.has ? 2 : 0));
    if (!own.has)
        return;
    close(fds[0]);
    close(fds[1]);
    assert_int_equal(receive_word(), 'd');
    COMPARE(memory.address, 2 * memory.piece / sizeof(int), 6);
    mapped_memory_destroy(&memory);
    send_word('d');
}

static void child_lends_memory_of_a_pool(void **state)
{
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .handleTypes = LAUNCH_POSIX_FD,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUmemoryPool pool = NULL;
    CUdeviceptr address;
    message own;
    int fd = -1;

    (void)state;
    memset(&own, 0, sizeof(own));
    own.has = has_shared_pools();
    if (!own.has) {
        assert_true(send_message(&own, NULL, 0));
        return;
    }
    DRIVER(cu.cuMemPoolCreate(&pool, &properties));
    DRIVER(cu.cuMemPoolExportToShareableHandle(&fd, pool, LAUNCH_POSIX_FD, 0));
    DRIVER(cu.cuMemAllocFromPoolAsync(&address, COUNT * sizeof(int), pool, f.stream));
    DRIVER(cu.cuStreamSynchronize(f.stream));
    DRIVER(cu.cuMemPoolExportPointer(&own.pointer, address));
    assert_true(send_message(&own, &fd, 1));
    close(fd);
    assert_int_equal(receive_word(), 'd');
    COMPARE(address, COUNT, 6);
    DRIVER(cu.cuMemFreeAsync(address, f.stream));
    DRIVER(cu.cuStreamSynchronize(f.stream));
    DRIVER(cu.cuMemPoolDestroy(pool));
}

/* --- This process ----------------------------------------------------------------------------- */

static void an_allocation_of_another_process_works(void **state)
{
    CUdeviceptr address;
    CUdeviceptr base = 0;
    size_t bytes = 0;
    message lent;

    (void)state;
    assert_true(receive_message(&lent, NULL, 0));
    if (!lent.has)
        SKIP();
    DRIVER(cu.cuIpcOpenMemHandle_v2(&address, lent.handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    COMPARE(address, COUNT, 1);
    WORKS(address, COUNT);
    WORKS(address + COUNT / 2 * sizeof(int), COUNT / 2);
    WORKS(address, COUNT);
    /* The driver may know a larger range here than the child asked for: all that was exported. */
    DRIVER(cu.cuMemGetAddressRange_v2(&base, &bytes, address));
    print_message("%zu bytes were asked for, the driver knows %zu here\n", COUNT * sizeof(int),
                  bytes);
    REFUSES_ONE_MORE(address, (bytes - (size_t)(address - base)) / sizeof(int));
    send_word('d');
    assert_int_equal(receive_word(), 'd');
    DRIVER(cu.cuIpcCloseMemHandle(address));
    REFUSES_GONE(address);
}

static void mapped_memory_of_another_process_works(void **state)
{
    mapped_memory imported = {0, 0, 2, {0}};
    int fds[2] = {-1, -1};
    message lent;
    size_t count;

    (void)state;
    assert_true(receive_message(&lent, fds, 2));
    if (!lent.has)
        SKIP();
    for (int i = 0; i < 2; i++) {
        DRIVER(cu.cuMemImportFromShareableHandle(&imported.handles[i], (void *)(uintptr_t)fds[i],
                                                 LAUNCH_POSIX_FD));
        close(fds[i]);
    }
    imported.piece = lent.piece;
    mapped_memory_map(&imported, 1);
    count = imported.piece / sizeof(int);
    WORKS(imported.address, 2 * count);
    REFUSES_ONE_MORE(imported.address, 2 * count);
    send_word('d');
    assert_int_equal(receive_word(), 'd'); /* unmapped there, but still mapped here */
    WORKS(imported.address, 2 * count);
    mapped_memory_destroy(&imported);
    REFUSES_GONE(imported.address);
}

static void pool_memory_of_another_process_works(void **state)
{
    CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    CUmemAccessDesc access = {here, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemoryPool pool;
    CUdeviceptr address;
    message lent;
    int allowed = 0;
    int fd = -1;

    (void)state;
    assert_true(receive_message(&lent, &fd, 1));
    if (!lent.has)
        SKIP();
    DRIVER(cu.cuMemPoolImportFromShareableHandle(&pool, (void *)(uintptr_t)fd, LAUNCH_POSIX_FD, 0));
    close(fd);
    DRIVER(cu.cuMemPoolGetAccess(&allowed, pool, &here));
    if (allowed != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
        DRIVER(cu.cuMemPoolSetAccess(pool, &access, 1));
    DRIVER(cu.cuMemPoolImportPointer(&address, pool, &lent.pointer));
    WORKS(address, COUNT);
    WORKS(address + COUNT / 2 * sizeof(int), COUNT / 2);
    WORKS(address, COUNT);
    DRIVER(cu.cuMemFreeAsync(address, f.stream)); /* here first, then there */
    DRIVER(cu.cuStreamSynchronize(f.stream));
    REFUSES_GONE(address);
    send_word('d');
    DRIVER(cu.cuMemPoolDestroy(pool));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(an_allocation_of_another_process_works),
        LAUNCH_TEST(mapped_memory_of_another_process_works),
        LAUNCH_TEST(pool_memory_of_another_process_works),
    };
    const struct CMUnitTest in_child[] = {
        LAUNCH_TEST(child_lends_an_allocation),
        LAUNCH_TEST(child_lends_mapped_memory),
        LAUNCH_TEST(child_lends_memory_of_a_pool),
    };
    const struct timeval patience = {30, 0}; /* in case the other process fails */
    int ends[2];
    pid_t child;
    int result;
    int of_child = EXIT_FAILURE;

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return EXIT_FAILURE;
    child = fork(); /* before either opens the driver */
    channel = ends[child == 0];
    close(ends[child != 0]);
    setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    if (child == 0)
        _exit(LAUNCH_RUN(in_child));
    result = LAUNCH_RUN(tests);
    close(channel);
    if (child < 0 || waitpid(child, &of_child, 0) != child || !WIFEXITED(of_child))
        return EXIT_FAILURE;
    return result ? result : WEXITSTATUS(of_child);
}
