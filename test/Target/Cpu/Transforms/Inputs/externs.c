float table[4];
void scale(float *x) { x[0] *= 2; }
