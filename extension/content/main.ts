/**
 * Runs in a tab, in the extension's own world, once the reader has asked for it. It leaves the reader function where the
 * next script of the extension finds it; pages do not see this world.
 */
import { readTab, type ReaderWorld } from './read-tab.ts';

Object.assign(globalThis, { diffsvcReadTab: readTab } satisfies ReaderWorld);
