import type { DesktopFileReading } from '../../../shared/messages/desktop-bridge.ts';
import type { Given, GivenFile } from '../state/inputs.svelte.ts';
import type { FileSource } from './file-source.ts';

/** Files from a drop or the browser's dialog, with their references. */
export async function filesGiven(source: FileSource, files: readonly File[]): Promise<readonly GivenFile[]> {
  return await Promise.all(files.map(async (file) => ({ file, reference: await source.referenceOf(file) })));
}

/** Files that the shell read or refused, in their order. A file keeps the time of its last change on the disk. */
export function filesRead(readings: readonly DesktopFileReading[]): readonly Given[] {
  return readings.map((reading) => {
    if (reading.outcome === 'failed') return { name: reading.name, refusal: reading.message };
    const { name, reference, bytes, modifiedAt } = reading.file;
    return { file: new File([bytes], name, { lastModified: Date.parse(modifiedAt) }), reference };
  });
}
