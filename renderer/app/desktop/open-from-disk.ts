import type { Side } from '../../../shared/document/model.ts';
import type { Application } from '../state/application.svelte.ts';
import type { Bridge } from './bridge.ts';
import { filesRead } from '../saved-files/files-given.ts';

/** Shows the shell's open dialog, for one side or for the first empty one. */
export async function openFromDisk(bridge: Bridge, application: Application, side: Side | null): Promise<void> {
  await application.takeFiles(side, filesRead(await bridge.openFiles()));
}
