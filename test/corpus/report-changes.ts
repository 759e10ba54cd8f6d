/** Compares the two documents of a rebuilt report, and tells every change in words. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareFiles, type FileComparison } from '../../service/pipeline/compare/compare-files.ts';
import { compareText } from '../../service/pipeline/compare/compare-text.ts';
import type { FinishedComparison } from '../../service/pipeline/compare/compare-readings.ts';
import { INCLUDES } from '../../shared/api/include.ts';
import type { Change } from '../../shared/change/change.ts';
import { inWords } from '../builders/changes-in-words.ts';
import { corpusRoot } from '../oracle/input-pairs.ts';

/** The formats of text by the endings of files. */
const TEXTS = { html: 'html', md: 'markdown', txt: 'txt', json: 'json' } as const;
type TextEnding = keyof typeof TEXTS;
type FileEnding = 'docx' | 'pdf';

/** Maximum number of changes of one page (`PageSource`). */
const PAGE = 500;

/** The folder of the rebuilt reports; null where there is no corpus. */
export function reportsFolder(): string | null {
  const root = corpusRoot();
  const folder = root === null ? '' : join(root, 'reports');
  return existsSync(folder) ? folder : null;
}

/** Every change of a report in words, in the order of the document. */
export async function changesOfReport(folder: string, name: string): Promise<string[]> {
  return inWords(allChanges(await compareReport(join(folder, name))));
}

/** The comparison of the two documents in a folder, with everything that can be included. */
export async function compareReport(folder: string): Promise<FinishedComparison | FileComparison> {
  const [original, revised] = [fileNamed(folder, 'original'), fileNamed(folder, 'revised')];
  const include = [...INCLUDES];
  if (original.ending in TEXTS) {
    const format = TEXTS[original.ending as TextEnding];
    const texts = { original: original.bytes.toString('utf8'), revised: revised.bytes.toString('utf8') };
    return compareText({ ...texts, format, mode: 'auto', include });
  }
  const formats = { original: original.ending as FileEnding, revised: revised.ending as FileEnding };
  const sides = { original: original.bytes, revised: revised.bytes };
  return await compareFiles({ ...sides, formats, mode: 'auto', attributeMode: 'semantic', include });
}

function fileNamed(folder: string, side: string): { readonly ending: string; readonly bytes: Buffer } {
  const name = readdirSync(folder).find((each) => each.startsWith(`${side}.`))!;
  return { ending: name.slice(side.length + 1), bytes: readFileSync(join(folder, name)) };
}

function allChanges(comparison: FinishedComparison): Change[] {
  const changes: Change[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const next = comparison.page(offset, PAGE);
    changes.push(...next.changes);
    offset = next.nextOffset;
  }
  return changes;
}
