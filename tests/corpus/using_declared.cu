// Types that a using declaration or directive brings into scope.
// kernels: declared directed
namespace deep {
namespace deeper {
struct item {
    int x;
};
enum class color : short { red };
} // namespace deeper
using deeper::item;
} // namespace deep
using deep::item;
namespace alias = deep::deeper;
extern "C" __global__ void declared(item a, deep::item *b, alias::item c, alias::color d)
{
}
using namespace deep::deeper;
extern "C" __global__ void directed(color a, const color *b, ::deep::deeper::item c)
{
}
