import type { Block, Run } from '../../shared/document/model.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { traitsOf } from './html/tags.ts';
import type { Envelope } from './read-result.ts';

const START_TAG = /<([a-z][a-z0-9]*)/g;

/**
 * What the DOM envelope measures of a document that was no HTML: its canonical HTML (specification section 1). The data
 * of pictures does not count: it is carried past the comparison. The root element counts for nothing but its bytes.
 */
export function measureEnvelope(blocks: readonly Block[]): Envelope {
  const html = writeFragment(blocks.map(withoutPictures));
  let startTags = -1;
  let blockElements = -1;
  for (const [, name] of html.matchAll(START_TAG)) {
    startTags += 1;
    if (traitsOf(name!).counted) blockElements += 1;
  }
  return { htmlBytes: Buffer.byteLength(html), blockElements: Math.max(0, blockElements), startTags };
}

function withoutPictures(block: Block): Block {
  switch (block.kind) {
    case 'text':
      return { ...block, runs: block.runs.map(withoutPicture) };
    case 'image':
      return { ...block, image: { ...block.image, src: '' } };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map(withoutPictures) })),
        })),
      };
    case 'rule':
      return block;
  }
}

function withoutPicture(run: Run): Run {
  return run.image ? { ...run, image: { ...run.image, src: '' } } : run;
}
