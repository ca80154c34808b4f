/* Copies of rectangles and boxes, compared with copies element by element. */
#include "host_fixture.h"

#define WIDTH  13
#define HEIGHT 7
#define DEPTH  5

static uint16_t host[DEPTH * HEIGHT * WIDTH];
static uint16_t back[DEPTH * HEIGHT * WIDTH];

static void number_elements(void)
{
    for (size_t i = 0; i < DEPTH * HEIGHT * WIDTH; i++) {
        host[i] = (uint16_t)i;
        back[i] = 0xffff;
    }
}

static void pitched_rectangles_go_there_and_back(void **state)
{
    const custub_box box = custub_box_of(WIDTH, HEIGHT, 1);
    custub_pitch pitch;
    custub_pitch other_pitch;
    custub_u16_buffer buffer;
    custub_u16_buffer other;

    (void)state;
    number_elements();
    buffer = custub_u16_buffer_create_pitched(WIDTH, HEIGHT, &pitch, &error);
    other = custub_u16_buffer_create_pitched(WIDTH, HEIGHT, &other_pitch, &error);
    SUCCEEDED();
    assert_true(pitch.row >= WIDTH * sizeof(*host) && pitch.row % 16 == 0);
    custub_u16_upload_box(buffer.view, pitch, host, custub_pitch_of(0, 0), box, stream, &error);
    custub_u16_copy_box(other.view, other_pitch, buffer.view, pitch, box, stream, &error);
    custub_u16_download_box(other.view, other_pitch, back, custub_pitch_of(0, 0), box, stream,
                            &error);
    SUCCEEDED();
    assert_memory_equal(back, host, WIDTH * HEIGHT * sizeof(*host));
    assert_int_equal(back[WIDTH * HEIGHT], 0xffff);
    custub_u16_buffer_destroy(&other, &error);
    custub_u16_buffer_destroy(&buffer, &error);
    SUCCEEDED();
}

/* Copies a part of the host's volume to a buffer of its own, and back to another place of the
 * host's. */
static void boxes_are_cut_out(void **state)
{
    const custub_box box = custub_box_of(4, 3, 2);
    const custub_pitch whole = custub_pitch_of(WIDTH * sizeof(*host), HEIGHT);
    const size_t from = (1 * HEIGHT + 2) * WIDTH + 3;
    const size_t to = (3 * HEIGHT + 4) * WIDTH + 9;
    custub_u16_pinned pinned;
    custub_u16_buffer part;

    (void)state;
    number_elements();
    pinned = custub_u16_pinned_create(4 * 3 * 2, &error);
    part = custub_u16_buffer_create(4 * 3 * 2, &error);
    custub_u16_upload_box(part.view, custub_pitch_of(0, 0), host + from, whole, box, stream,
                          &error);
    custub_u16_download_box_async(part.view, custub_pitch_of(0, 0), pinned.host,
                                  custub_pitch_of(0, 0), box, stream, &error);
    custub_stream_synchronize(stream, &error);
    custub_u16_download_box(part.view, custub_pitch_of(0, 0), back + to, whole, box, stream,
                            &error);
    SUCCEEDED();
    for (size_t z = 0; z < 2; z++)
        for (size_t y = 0; y < 3; y++)
            for (size_t x = 0; x < 4; x++) {
                size_t in_whole = (z * HEIGHT + y) * WIDTH + x;
                assert_int_equal(pinned.host[(z * 3 + y) * 4 + x], host[from + in_whole]);
                assert_int_equal(back[to + in_whole], host[from + in_whole]);
                back[to + in_whole] = 0xffff;
            }
    for (size_t i = 0; i < DEPTH * HEIGHT * WIDTH; i++)
        assert_int_equal(back[i], 0xffff);
    custub_u16_buffer_destroy(&part, &error);
    custub_u16_pinned_destroy(&pinned, &error);
    SUCCEEDED();
}

static void boxes_past_the_end_are_refused(void **state)
{
    custub_pitch pitch;
    custub_u16_buffer buffer;
    custub_u16_view unknown;

    (void)state;
    buffer = custub_u16_buffer_create_pitched(WIDTH, HEIGHT, &pitch, &error);
    SUCCEEDED();
    unknown = custub_u16_view_of(buffer.view.ptr, CUSTUB_COUNT_UNKNOWN);
    assert_int_equal(custub_u16_upload_box(unknown, pitch, host, custub_pitch_of(0, 0),
                                           custub_box_of(WIDTH, HEIGHT + 1, 1), stream, &error),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_int_equal(error.needed, HEIGHT * pitch.row + WIDTH * sizeof(*host));
    assert_int_equal(error.found, HEIGHT * pitch.row);
    fresh(&error);
    custub_u16_buffer_destroy(&buffer, &error);
    SUCCEEDED();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(pitched_rectangles_go_there_and_back),
        TEST(boxes_are_cut_out),
        TEST(boxes_past_the_end_are_refused),
    };

    return RUN(tests);
}
