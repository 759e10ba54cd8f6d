import { excessInWords, sizeInWords } from '../../shared/in-words.ts';
import { utf8Length } from './bytes.ts';
import type { Complexity } from '../../shared/api/complexity.ts';
import type { Block, Image, Run } from '../../shared/document/model.ts';
import { withLook } from '../../shared/document/looks.ts';
import { joinRuns } from '../../shared/document/runs.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { traitsOf } from './html/tree/tags.ts';
import type { Envelope } from './read-result.ts';

/**
 * Limits of one side. A side beyond one of them is compared as text. Sources of 10 MiB and their guard keep HTML and
 * Markdown within `extended`. A DOCX may repeat one address in thousands of links, and a PDF may paint thousands of
 * tables.
 */
const LIMITS: Readonly<Record<Complexity, Envelope>> = {
  standard: { htmlBytes: 512 * 1024, blockElements: 1_500, startTags: 12_000 },
  extended: { htmlBytes: 64 * 1024 * 1024, blockElements: 1_000_000, startTags: 1_000_000 },
};

/** The measures in the order in which they are named, with their names. */
const MEASURES = [
  ['htmlBytes', ' of HTML'],
  ['blockElements', ' block elements'],
  ['startTags', ' start tags'],
] as const;

/** Addresses and descriptions of more bytes are counted without being written. */
const WRITTEN_EXTRAS_MAX_BYTES = 512 * 1024;

const START_TAG = /<([a-z][a-z0-9]*)/g;

/**
 * Measures the envelope of a document that was not HTML, on its canonical HTML. The data of pictures do not count,
 * because the comparison does not read them. Looks do not count either, because asking for them must change nothing
 * else. The root element counts only its bytes.
 */
export function measureEnvelope(blocks: readonly Block[]): Envelope {
  const repeatable = repeatableBytes(blocks);
  // Thousands of links may share one long address.
  const isOver = repeatable > WRITTEN_EXTRAS_MAX_BYTES;
  const html = writeFragment(blocks.map((block) => withoutExtras(block, isOver)));
  let startTags = -1;
  let blockElements = -1;
  for (const [, name] of html.matchAll(START_TAG)) {
    startTags += 1;
    if (traitsOf(name!).counted) blockElements += 1;
  }
  return {
    htmlBytes: utf8Length(html) + (isOver ? repeatable : 0),
    blockElements: Math.max(0, blockElements),
    startTags,
  };
}

/**
 * The first limit that a document of this size exceeds. An example is "1,834 block elements; 1,500 is the limit of
 * complexity standard". Null: it is compared with its structure.
 */
export function excessOf(envelope: Envelope, asked: Complexity): string | null {
  const complexity = envelope.least ?? asked;
  const limits = LIMITS[complexity];
  for (const [measure, name] of MEASURES) {
    const [measured, limit] = [envelope[measure], limits[measure]];
    if (measured <= limit) continue;
    const [has, most] =
      measure === 'htmlBytes'
        ? [excessInWords(measured, limit), sizeInWords(limit)]
        : [grouped(measured), grouped(limit)];
    return `${has}${name}; ${most} is the limit of complexity ${complexity}`;
  }
  return null;
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

/** Bytes of strings that a file may repeat in many places: addresses of links and descriptions of pictures. */
function repeatableBytes(blocks: readonly Block[]): number {
  let bytes = 0;
  for (const block of blocks) {
    if (block.kind === 'image') bytes += utf8Length(block.image.alt) + utf8Length(block.href ?? '');
    if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) bytes += repeatableBytes(cell.blocks);
    if (block.kind !== 'text') continue;
    let open: string | null = null;
    for (const { href, image } of block.runs) {
      if (href !== null && href !== open) bytes += utf8Length(href);
      open = href;
      if (image) bytes += utf8Length(image.alt);
    }
  }
  return bytes;
}

/** With `bare`, without addresses and descriptions, too. */
function withoutExtras(block: Block, bare: boolean): Block {
  switch (block.kind) {
    case 'text':
      return {
        ...block,
        attributes: withLook(block.attributes, {}),
        runs: joinRuns(block.runs.map((run) => plainRun(run, bare))),
      };
    case 'image': {
      const { href, ...rest } = block;
      const image = withoutData(block.image, bare);
      return bare || href === undefined ? { ...rest, image } : { ...rest, image, href };
    }
    case 'table':
      return {
        ...block,
        attributes: {},
        rows: block.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map((each) => withoutExtras(each, bare)) })),
        })),
      };
    case 'rule':
      return block;
  }
}

function plainRun({ look: _, ...run }: Run, bare: boolean): Run {
  const linked = bare ? { ...run, href: null } : run;
  return run.image ? { ...linked, image: withoutData(run.image, bare) } : linked;
}

function withoutData(image: Image, bare: boolean): Image {
  return bare ? { ...image, src: '', alt: '' } : { ...image, src: '' };
}
