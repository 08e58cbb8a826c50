/* Overworld: opens, checks, changes, converts, draws and simulates game worlds.
 *
 * This header includes all others. They belong to three libraries. Each library also exists alone:
 * - formats: formats.h and what it includes;
 * - pictures: formats, scene.h, picture.h and gltf.h;
 * - circuits: formats, circuit.h, bench.h and netlist.h.
 * show.h needs both pictures and circuits. */
#ifndef OVERWORLD_H
#define OVERWORLD_H

#include "formats.h"

#include "gltf.h"
#include "picture.h"
#include "scene.h"

#include "bench.h"
#include "circuit.h"
#include "netlist.h"

#include "show.h"

#endif
