/** The numbers that a final document shows are those that the final DOCX gets, whatever was decided. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { INCLUDES } from '../../../../shared/api/include.ts';
import { textOf, type Block } from '../../../../shared/document/model.ts';
import { DecidedLabels } from '../../../../shared/document/numbers/decided-labels.ts';
import { shownLabels } from '../../../../shared/document/shown-labels.ts';
import { resolveBlocks } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { unitsOf } from '../../../../shared/fragment/units.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { docx, wp } from '../../../builders/docx.ts';
import { compared } from '../../../builders/tracked-docx.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { randomFrom, RUNS_ALL, sampleOf, sampleTitle, SEED } from '../../../seed/seed.ts';

const DOCUMENTS = RUNS_ALL ? 200 : 10;
const SHARE = 1 / 12;

/** The numbered lines of blocks: label and text. */
function numbered(blocks: readonly Block[]): string[] {
  const labels = shownLabels(blocks);
  return blocks.flatMap((block, at) => {
    const label = labels[at]!.revised;
    return block.kind === 'text' && label !== null ? [`${label} ${textOf(block).replaceAll(/\s+/gu, '')}`] : [];
  });
}

/** Numbered lines as shown and as the final DOCX has them, after random decisions; null: there is nothing to decide. */
async function decideAtRandom(
  original: Uint8Array,
  revised: Uint8Array,
  random: () => number,
): Promise<{ shown: string[]; written: string[]; warnings: readonly string[] } | null> {
  const { fragment } = await compared(original, revised);
  const blocks = scanFragment(fragment);
  const units = unitsOf(blocks).all;
  if (units.length < 2) return null;
  const options = { accept: [] as string[], reject: [] as string[] };
  for (const { changeIds } of units) (random() < 0.5 ? options.accept : options.reject).push(...changeIds);
  const { bytes, report } = await makeArtifact({
    ...{ type: 'resolved_docx', format: 'docx', fallback: false, digests: null, title: '', options },
    ...{ html: fragment, original, revised, author: 'x', date: '2026-01-31T00:00:00Z' },
  });
  const labels = new DecidedLabels(blocks);
  const { document } = await readDocx(bytes, { include: INCLUDES });
  return {
    shown: numbered(labels.of(resolveBlocks(labels.blocks, options))),
    written: numbered(document.blocks),
    warnings: report.warnings,
  };
}

const LEVELS = [
  ['decimal', '%1.'],
  ['decimal', '%1.%2'],
  ['lowerLetter', '(%3)'],
  ['lowerRoman', '%1.%2(%3)(%4)'],
] as const;
const NUMBERING =
  `<w:abstractNum w:abstractNumId="1">${LEVELS.map(([format, text], at) => `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`).join('')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';

/**
 * Two drafts of numbered clauses on several levels, with plain paragraphs between them. Only clauses without inner ones
 * differ: the labels of a document do not tell how a level counts that has no clause of its own.
 */
function drafts(random: () => number): [original: Uint8Array, revised: Uint8Array] {
  const levels = [0];
  while (levels.length < 30) levels.push(Math.min(levels.at(-1)! + 1, Math.floor(random() * LEVELS.length)));
  const sides: [string[], string[]] = [[], []];
  for (const [at, level] of levels.entries()) {
    const word = (): string => Math.floor(random() * 1e9).toString(36);
    const text = `Clause ${word()} ${word()} of ${word()} is due ${word()}.`;
    const chance = (levels[at + 1] ?? 0) > level || at === 0 ? 0.5 : random();
    const paragraph = wp(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`);
    if (chance > 0.25) sides[0].push(paragraph);
    if (chance < 0.75) sides[1].push(paragraph);
    if (random() < 0.1) for (const side of sides) side.push(wp(`Between ${word()} and ${word()}.`));
  }
  const [original, revised] = sides.map((body) => docx(body.join('') + wp('End.'), { numbering: NUMBERING }));
  return [original!, revised!];
}

describe('numbers after mixed decisions', () => {
  it.each(Array.from({ length: DOCUMENTS }, (_, at) => SEED + at))('of generated drafts, seed %i', async (seed) => {
    const random = randomFrom(seed);
    const decided = await decideAtRandom(...drafts(random), random);
    // Another order of paragraphs is named, and it is no matter of numbers.
    if (decided === null || decided.warnings.some((warning) => warning.includes('not exactly'))) return;
    expect(decided.shown).toEqual(decided.written);
  });

  const root = corpusRoot();
  if (root === null) test.skip(`of real pairs: ${NO_CORPUS}`, () => undefined);
  else {
    const folder = join(root, 'docx', 'pairs');
    const names = readdirSync(folder).flatMap((file) => /^(.*)\.original\.docx$/.exec(file)?.[1] ?? []);
    // One pair of the corpus is no well-formed XML.
    const usable = names.filter((name) => name !== 'P0277').sort();
    const sample = sampleOf(usable, SHARE);
    it.each(sample)(`of real pairs, ${sampleTitle(sample.length, usable.length)}: %s`, async (name) => {
      const [original, revised] = ['original', 'revised'].map((side) =>
        readFileSync(join(folder, `${name}.${side}.docx`)),
      );
      const decided = await decideAtRandom(original!, revised!, randomFrom(SEED));
      // What the list of changes does not have is the revised document's, also where that is a list.
      if (decided === null || decided.warnings.some((warning) => /does not have|not exactly/.test(warning))) return;
      expect(decided.shown).toEqual(decided.written);
    });
  }
});
