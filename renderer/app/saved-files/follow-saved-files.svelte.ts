import { BOTH_SIDES } from '../comparison/pair.ts';
import type { Application } from '../state/application.svelte.ts';
import type { OpenComparison } from '../state/open-comparison.svelte.ts';
import { appMessages } from '../../strings/app.ts';
import type { FileSource } from './file-source.ts';
import { rereadPair } from './reread-pair.ts';

/**
 * Compares the open comparison again when one of its files is saved, and keeps the decisions. What is not found again
 * is listed. If the setting is off, a notice offers it. The result ends it.
 */
export function followSavedFiles(files: FileSource, application: Application): () => void {
  let comparing: Promise<void> = Promise.resolve();
  const endings = [
    files.on('filesChanged', (references) => {
      const { open } = application;
      const names = namesOf(open, references);
      if (open === null || names.length === 0) return;
      open.changedOnDisk = [...open.changedOnDisk, ...names.filter((name) => !open.changedOnDisk.includes(name))];
      if (application.settings.choices.compareWhenSaved) comparing = comparing.then(() => compareSaved(names));
    }),
    $effect.root(() => {
      $effect(() => {
        const references = BOTH_SIDES.map((side) => application.open?.pair?.[side].reference ?? null);
        void files.watchFiles(references.filter((reference) => reference !== null));
      });
    }),
  ];

  async function compareSaved(names: readonly string[]): Promise<void> {
    const { open } = application;
    // Another comparison has begun. It reads the files as they are.
    if (application.running !== null || !open?.pair || open.changedOnDisk.length === 0) return;
    const pair = await rereadPair(files, open.pair, (failure) => (application.failure = failure));
    if (pair === null || application.open !== open) return;
    await application.compareAgain(pair);
    if (application.failure === null) application.toasts.show(appMessages.comparedAfterSaving(names));
  }

  return () => {
    for (const end of endings) end();
  };
}

function namesOf(open: OpenComparison | null, references: readonly string[]): string[] {
  const { pair } = open ?? {};
  if (!pair) return [];
  return BOTH_SIDES.flatMap((side) => {
    const { name, reference } = pair[side];
    return name !== null && reference !== null && references.includes(reference) ? [name] : [];
  });
}
