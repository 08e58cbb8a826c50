/* stub */
#include <overworld/heights.h>
void ow_heights_free(ow_heights *heights)
{
    (void)heights;
}
void ow_image_free(ow_image *image)
{
    (void)image;
}
