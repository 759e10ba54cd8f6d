import type { DesktopFileReading } from '../../../shared/messages/desktop-bridge.ts';
import type { GivenFile } from '../state/inputs.svelte.ts';
import type { FileSource } from './file-source.ts';

/** Files from a drop or the browser's dialog, with their references. */
export async function filesGiven(source: FileSource, files: readonly File[]): Promise<readonly GivenFile[]> {
  return await Promise.all(files.map(async (file) => ({ file, reference: await source.referenceOf(file) })));
}

/** Files that the shell read, and why others failed, one reason a line; null if none failed. */
export function filesRead(readings: readonly DesktopFileReading[]): {
  readonly files: readonly GivenFile[];
  readonly failed: string | null;
} {
  const files: GivenFile[] = [];
  const failures: string[] = [];
  for (const reading of readings) {
    if (reading.outcome === 'failed') {
      failures.push(reading.message);
    } else {
      const { name, reference, bytes } = reading.file;
      files.push({ file: new File([bytes], name), reference });
    }
  }
  return { files, failed: failures.length === 0 ? null : failures.join('\n') };
}
