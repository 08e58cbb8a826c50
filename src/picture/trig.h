/* Sines of angles in degrees, the same on every host: libm's differ from one to the next. */
#ifndef OW_SRC_PICTURE_TRIG_H
#define OW_SRC_PICTURE_TRIG_H

/* What is not finite counts as no angle. */
double sine_of(double degrees);
double cosine_of(double degrees);

#endif
