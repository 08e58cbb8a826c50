/* What holds of any scene, whatever it was made of. */
#ifndef OW_TESTS_SUPPORT_SCENES_H
#define OW_TESTS_SUPPORT_SCENES_H

#include <overworld/overworld.h>

/* What is wrong with a scene, as words; NULL where nothing is: every index is within its list,
 * every number finite, every rotation one, every count that of what is there. */
const char *scene_fault(const ow_scene *scene);

#endif
