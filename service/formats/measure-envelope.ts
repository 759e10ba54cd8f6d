import type { Block, Image, Run } from '../../shared/document/model.ts';
import { withLook } from '../../shared/document/looks.ts';
import { joinRuns } from '../../shared/document/runs.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { traitsOf } from './html/tags.ts';
import type { Envelope } from './read-result.ts';

/** Maximum canonical HTML of a side in bytes. Larger sides are compared as text. */
const ENVELOPE_MAX_HTML_BYTES = 512 * 1024;
/** Maximum number of block elements of a side. Sides with more are compared as text. */
const ENVELOPE_MAX_BLOCK_ELEMENTS = 1_500;
/** Maximum number of start tags of a side. Sides with more are compared as text. */
const ENVELOPE_MAX_TAGS = 12_000;

const START_TAG = /<([a-z][a-z0-9]*)/g;

/**
 * Measures the envelope of a document that was not HTML, on its canonical HTML. The data of pictures do not count,
 * because the comparison does not read them. Looks do not count either, because asking for them must change nothing
 * else. The root element counts only its bytes.
 */
export function measureEnvelope(blocks: readonly Block[]): Envelope {
  const repeatable = repeatableBytes(blocks);
  // Thousands of links may share one long address. An address beyond the envelope is not written out.
  const isOver = repeatable > ENVELOPE_MAX_HTML_BYTES;
  const html = writeFragment(blocks.map((block) => withoutExtras(block, isOver)));
  let startTags = -1;
  let blockElements = -1;
  for (const [, name] of html.matchAll(START_TAG)) {
    startTags += 1;
    if (traitsOf(name!).counted) blockElements += 1;
  }
  return {
    htmlBytes: Buffer.byteLength(html) + (isOver ? repeatable : 0),
    blockElements: Math.max(0, blockElements),
    startTags,
  };
}

/** Whether a document of this size is compared as text. */
export function isBeyondEnvelope({ htmlBytes, blockElements, startTags }: Envelope): boolean {
  return (
    htmlBytes > ENVELOPE_MAX_HTML_BYTES || blockElements > ENVELOPE_MAX_BLOCK_ELEMENTS || startTags > ENVELOPE_MAX_TAGS
  );
}

/** Bytes of strings that a file may repeat in many places: addresses of links and descriptions of pictures. */
function repeatableBytes(blocks: readonly Block[]): number {
  let bytes = 0;
  for (const block of blocks) {
    if (block.kind === 'image') bytes += Buffer.byteLength(block.image.alt) + Buffer.byteLength(block.href ?? '');
    if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) bytes += repeatableBytes(cell.blocks);
    if (block.kind !== 'text') continue;
    let open: string | null = null;
    for (const { href, image } of block.runs) {
      if (href !== null && href !== open) bytes += Buffer.byteLength(href);
      open = href;
      if (image) bytes += Buffer.byteLength(image.alt);
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
