/**
 * Items, or UTF-16 units of a text, that a function of a long loop takes in one call. V8 compiles a function that is called again for
 * good; the code of one endless loop it makes while the loop runs, in every comparison anew, since the next collection drops it.
 */
export const STRETCH = 4_096;
