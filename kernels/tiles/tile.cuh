/* The shape of a tile, and where its parts of a and b are in shared memory. */
#ifndef KERNELS_TILES_TILE_CUH
#define KERNELS_TILES_TILE_CUH

namespace tiles
{
template <int WarpsDown, int WarpsAcross, int Rows, int Columns, int RowBytes, int Stages,
          int Blocks, int WarpsDeep = 1, int Padding = 16>
struct tile {
    static constexpr int THREADS = WarpsDown * WarpsAcross * WarpsDeep * 32;
    static constexpr int WARPS_DOWN = WarpsDown, WARPS_ACROSS = WarpsAcross;
    static constexpr int WARPS_DEEP = WarpsDeep;
    static constexpr int WARP_ROWS = Rows, WARP_COLUMNS = Columns;
    static constexpr int ROWS = WarpsDown * Rows;         // of a
    static constexpr int COLUMNS = WarpsAcross * Columns; // rows of b
    static constexpr int ROW_BYTES = RowBytes;            // of a row of one step
    static constexpr int PADDING = Padding; // in shared memory the next row begins in other banks
    static constexpr int PITCH_BYTES = RowBytes + Padding;
    static constexpr int STAGES = Stages;
    static constexpr int BLOCKS = Blocks; // that a multiprocessor is to run at the same time
    static constexpr int LINES_OF_B = COLUMNS > RowBytes / 2 ? COLUMNS : RowBytes / 2;
    static constexpr int STAGE_BYTES =
        ROWS * PITCH_BYTES + COLUMNS * RowBytes + LINES_OF_B * Padding;
    static constexpr int SHARED_BYTES = STAGES * STAGE_BYTES;
};

/* A step's part of a has the tile's rows. That of b has its columns one after the other or, with
 * B_BY_ROWS, DEPTH rows of it. */
template <class T, class TILE, bool B_BY_ROWS> struct parts_of {
    static constexpr int DEPTH = TILE::ROW_BYTES / (int)sizeof(T);
    static constexpr int PITCH_A = TILE::PITCH_BYTES / (int)sizeof(T);
    static constexpr int PITCH_B = B_BY_ROWS ? TILE::COLUMNS + TILE::PADDING / (int)sizeof(T)
                                             : PITCH_A;
    static constexpr int B_BEGIN = TILE::ROWS * PITCH_A;

    __device__ static constexpr int a_at(int row, int k)
    {
        return row * PITCH_A + k;
    }
    __device__ static constexpr int b_at(int k, int column)
    {
        return B_BY_ROWS ? k * PITCH_B + column : column * PITCH_B + k;
    }
};
} // namespace tiles

#endif
