/**
 * Importing this file has V8 wait longer before TurboFan compiles a function, in the whole process. A comparison lasts tenths
 * of a second: with V8's own threshold the first five of 300 KB take 1.6 s of CPU, of which TurboFan takes one, on a core
 * that another comparison could have. Meanwhile a function runs as Maglev compiled it, and what is hot through many
 * comparisons, or does not come out of its loop, is compiled by TurboFan as before (test/lab/results/performance.md).
 *
 * The threshold is a number of calls, in which the turns of a loop count by their bytecode. V8 reads it at each decision, so
 * that it may be set when it runs already.
 */
import { setFlagsFromString } from 'node:v8';

/** Twice what Node 24 waits for: its list of options says 3,000, but as many functions are compiled as with 10,000. */
setFlagsFromString('--invocation-count-for-turbofan=20000');
