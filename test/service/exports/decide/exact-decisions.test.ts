/** Mixed decisions on real DOCX pairs: each final DOCX has exactly the text that was decided. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { INCLUDES } from '../../../../shared/api/include.ts';
import { CONTENTS, pagesStart } from '../../../../shared/document/contents.ts';
import { comparedPicture, type Block } from '../../../../shared/document/model.ts';
import { resolveBlocks } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { unitsOf } from '../../../../shared/fragment/units.ts';
import { textBlocksOf } from '../../../../service/engine/align/text-blocks-of.ts';
import type { ArtifactTask } from '../../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { decideAll } from '../../../../service/pipeline/track-changes.ts';
import { withComparedPictures } from '../../../../service/formats/compared-pictures.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { docx, wp } from '../../../builders/docx.ts';
import { compared } from '../../../builders/tracked-docx.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { randomFrom, RUNS_ALL, SEED, sampleOf, sampleTitle } from '../../../seed/seed.ts';

/** Part of the pairs that one run decides. */
const SHARE = 1 / 10;
/**
 * Least share of the files that are exactly as decided. In the others, changes of one drawing, equation or section are
 * decided differently, or a note differently from its sign. A warning says so. A sample of twenty files varies by chance.
 */
const EXACT_MIN = RUNS_ALL ? 0.93 : 0.7;

/** A pair with a header that no page shows. The comparison does not read it, so nobody decides on it. */
const UNSHOWN_HEADER = 'P0257';

const linesOf = (blocks: readonly Block[]): string[] =>
  textBlocksOf(blocks)
    .map(({ runs, attributes }) => {
      const text = runs.map((run) => run.text + (comparedPicture(run)?.sha256 ?? '')).join('');
      const pages = pagesStart(text, attributes[CONTENTS] ?? '');
      return (pages === null ? text : text.slice(0, pages)).replaceAll(/\s+/gu, ' ').trim();
    })
    .filter((line) => line !== '');

const withoutSpace = (text: string): string => text.replaceAll(/\s/gu, '');
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]{5,}/gu) ?? [];

/** The text of a part. A sign of a note ends a word, and the name of a template is no word of the document. */
function textIn(xml: string): string {
  return xml
    .replaceAll(/<Template>[^<]*<\/Template>|<\/(?:w:p|a:p)>|<w:\w+noteReference\b[^>]*>/gu, ' ')
    .replaceAll(/<[^>]*>/gu, '');
}

interface Decided {
  readonly wanted: string[];
  readonly got: string[];
  readonly warnings: readonly string[];
  /** Words and digests of pictures that only the rejected content has, and that a part still has. */
  readonly left: string[];
}

/** Decides each unit at random; null if there are fewer than two. */
async function decideAtRandom(original: Uint8Array, revised: Uint8Array, seed: number): Promise<Decided | null> {
  const { fragment } = await compared(original, revised);
  const blocks = scanFragment(fragment);
  const units = unitsOf(blocks).all;
  if (units.length < 2) return null;
  const chance = randomFrom(seed);
  const options = { accept: [] as string[], reject: [] as string[] };
  for (const { changeIds } of units) (chance() < 0.5 ? options.accept : options.reject).push(...changeIds);
  const task: ArtifactTask = {
    ...{ type: 'resolved_docx', format: 'docx', fallback: false, digests: null, title: '', options },
    ...{ html: fragment, original, revised, author: 'x', date: '2026-01-31T00:00:00Z' },
  };
  const { bytes, report } = await makeArtifact(task);
  const { document } = await readDocx(bytes, { include: INCLUDES });
  const wanted = linesOf(resolveBlocks(blocks, options));
  const sides = [{ accept: 'all' } as const, { reject: 'all' } as const].map((all) =>
    linesOf(resolveBlocks(blocks, all)),
  );
  const kept = new Set(wanted.flatMap(wordsIn));
  const gone = new Set(
    sides
      .flat()
      .flatMap(wordsIn)
      .filter((word) => !kept.has(word)),
  );
  const left = Object.entries(unzipSync(bytes)).flatMap(([name, part]) => {
    if (gone.has(createHash('sha256').update(part).digest('hex'))) return [`${name}: a picture`];
    if (!/\.(?:xml|rels)$/.test(name)) return [];
    const text = textIn(new TextDecoder().decode(part));
    return [...new Set(wordsIn(text))].filter((word) => gone.has(word)).map((word) => `${name}: ${word}`);
  });
  return { wanted, got: linesOf(withComparedPictures(document, document)[0].blocks), warnings: report.warnings, left };
}

const root = corpusRoot();
if (root === null) test.skip(`mixed decisions on the corpus: ${NO_CORPUS}`, () => undefined);
else {
  const folder = join(root, 'docx', 'pairs');
  const names = readdirSync(folder).flatMap((file) => /^(.*)\.original\.docx$/.exec(file)?.[1] ?? []);
  // One pair of the corpus is no well-formed XML.
  const usable = names.filter((name) => name !== 'P0277').sort();
  const sample = sampleOf(usable, SHARE);
  describe(`real DOCX pairs with mixed decisions, ${sampleTitle(sample.length, usable.length)}`, () => {
    let [exact, inexact] = [0, 0];
    it.each(sample)('%s', async (name) => {
      const [original, revised] = ['original', 'revised'].map((side) =>
        readFileSync(join(folder, `${name}.${side}.docx`)),
      );
      const decided = await decideAtRandom(original!, revised!, SEED);
      if (decided === null) return;
      if (decided.warnings.some((warning) => warning.startsWith('The text of the file is not exactly'))) {
        inexact += 1;
        return;
      }
      exact += 1;
      expect(decided.got.map(withoutSpace)).toEqual(decided.wanted.map(withoutSpace));
      if (name !== UNSHOWN_HEADER) expect(decided.left).toEqual([]);
    });

    it('are exact as a rule', () => {
      console.log(`mixed decisions on real pairs: ${exact} of ${exact + inexact} files exact`);
      if (exact + inexact >= 20) expect(exact / (exact + inexact)).toBeGreaterThan(EXACT_MIN);
    });
  });
}

describe('the last paragraphs', () => {
  const text = (...lines: string[]): Uint8Array => docx(lines.map((line) => wp(line)).join(''));
  it.each([
    ['added', text('One', 'Two', 'Three'), text('One', 'Two', 'Three', 'Four of them', 'Five of them', 'Six of them')],
    ['removed', text('One', 'Two', 'Four of them', 'Five of them'), text('One', 'Two')],
    ['replaced', text('One', 'Something else entirely'), text('One', 'A new closing line', 'With one more after it')],
  ])('that were %s are each kept or left out, whatever is decided beside them', async (_, original, revised) => {
    for (let round = 0; round < 12; round += 1) {
      const decided = await decideAtRandom(original, revised, SEED + round);
      expect(decided?.got).toEqual(decided?.wanted);
      expect(decided?.left).toEqual([]);
      expect(decided?.warnings.filter((warning) => warning.includes('not exactly'))).toEqual([]);
    }
  });

  it.each([
    ['kept', 'undecided', { accept: [], reject: ['chg_000001'] }],
    ['undecided', 'kept', { accept: ['chg_000002'], reject: [] }],
  ])('of both documents are two paragraphs if the first is %s and the second is %s', async (_, __, options) => {
    const [original, revised] = [
      text('Video provides.'),
      text(
        'When you click Online Video, you can paste in the embed code for the video you want to add. You can also type a keyword to search online for the video that best fits your document.',
      ),
    ];
    const { fragment } = await compared(original, revised);
    const task: ArtifactTask = {
      ...{ type: 'track_changes_docx', format: 'docx', fallback: false, digests: null, title: '', options },
      ...{ html: fragment, original, revised, author: 'x', date: '2026-01-31T00:00:00Z' },
    };
    const { bytes, report } = await makeArtifact(task);
    expect(report.warnings.filter((warning) => warning.includes('not exactly'))).toEqual([]);
    const blocks = scanFragment(fragment);
    for (const rest of ['accept', 'reject'] as const) {
      const { document } = await readDocx(await decideAll(bytes, rest), { include: INCLUDES });
      expect(linesOf(document.blocks)).toEqual(linesOf(resolveBlocks(blocks, { ...options, [rest]: 'all' })));
    }
  });
});
