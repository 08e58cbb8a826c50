/* The libraries that this one is built with, besides formats: the build says so by WITH_CIRCUITS
 * and WITH_SCENES. */
#include "above.h"

#ifdef WITH_CIRCUITS
#include "circuit/selected_nets.h"
#define OFFER_NETS circuit_offer_nets
#else
#define OFFER_NETS NULL
#endif

#ifdef WITH_SCENES
#include "scenes/overlaps.h"
#define REPORT_OVERLAPS scenes_report_overlaps
#else
#define REPORT_OVERLAPS NULL
#endif

const struct libraries_above libraries_above = {OFFER_NETS, REPORT_OVERLAPS};
