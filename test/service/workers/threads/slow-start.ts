/** A worker for tests of the pool: its thread takes more than a second to start. */
import { setTimeout as sleep } from 'node:timers/promises';

await sleep(1_100);

await import('./stand-in.ts');
