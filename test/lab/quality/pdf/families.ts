import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Scores of one document by metric: words, order, paragraphs, headings, lists, cells. */
export type Scores = Readonly<Record<string, number>>;

/** Output of `pdf_score.py`: scores by document side (`NAME.original`) and means by family. */
export interface FamilyScores {
  readonly documents: ReadonlyMap<string, Scores>;
  readonly families: ReadonlyMap<string, Scores>;
}

/**
 * Scores documents with the script beside the corpus. Null where the script or Python is missing.
 *
 * @param html HTML of each document side, by its name
 */
export function scoreFamilies(corpus: string, html: ReadonlyMap<string, string>): FamilyScores | null {
  const script = join(corpus, '../tools/pdf_score.py');
  if (!existsSync(script)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-pdf-'));
  try {
    for (const [name, text] of html) writeFileSync(join(folder, `${name}.html`), text);
    const result = spawnSync('python3', [script, folder], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    const documents = new Map<string, Scores>();
    const families = new Map<string, Scores>();
    for (const line of result.stdout.split('\n')) {
      const [, family, name, rest] = /^(== )?(\S+) (.*=.*)$/.exec(line) ?? [];
      if (name === undefined || rest === undefined) continue;
      const scores: Record<string, number> = {};
      for (const [, metric, value] of rest.matchAll(/(\w+)=([\d.]+)/g))
        if (metric !== 'n') scores[metric!] = Number(value);
      (family === undefined ? documents : families).set(name, scores);
    }
    return documents.size > 0 ? { documents, families } : null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Mean of one metric over the documents that a test selects; null without any. */
export function meanOf(
  documents: ReadonlyMap<string, Scores>,
  metric: string,
  picks: (name: string) => boolean,
): number | null {
  const values = [...documents]
    .filter(([name, scores]) => picks(name) && metric in scores)
    .map(([, scores]) => scores[metric]!);
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}
