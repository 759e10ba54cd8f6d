/** Set-up of each test file with properties: fast-check generates from the seed of the run. */
import fc from 'fast-check';
import { SEED } from './seed.ts';

fc.configureGlobal({ seed: SEED });
