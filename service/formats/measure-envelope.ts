import type { Block, Run } from '../../shared/document/model.ts';
import { withLook } from '../../shared/document/looks.ts';
import { joinRuns } from '../../shared/document/runs.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { traitsOf } from './html/tags.ts';
import type { Envelope } from './read-result.ts';

const START_TAG = /<([a-z][a-z0-9]*)/g;

/**
 * What the DOM envelope measures of a document that was no HTML: its canonical HTML (specification section 1). The data
 * of pictures does not count: it is carried past the comparison. Nor do looks: asking for them must not cost the rest. The root element counts for nothing but its bytes.
 */
export function measureEnvelope(blocks: readonly Block[]): Envelope {
  const html = writeFragment(blocks.map(withoutExtras));
  let startTags = -1;
  let blockElements = -1;
  for (const [, name] of html.matchAll(START_TAG)) {
    startTags += 1;
    if (traitsOf(name!).counted) blockElements += 1;
  }
  return { htmlBytes: Buffer.byteLength(html), blockElements: Math.max(0, blockElements), startTags };
}

function withoutExtras(block: Block): Block {
  switch (block.kind) {
    case 'text':
      return { ...block, attributes: withLook(block.attributes, {}), runs: joinRuns(block.runs.map(plainRun)) };
    case 'image':
      return { ...block, image: { ...block.image, src: '' } };
    case 'table':
      return {
        ...block,
        attributes: {},
        rows: block.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map(withoutExtras) })),
        })),
      };
    case 'rule':
      return block;
  }
}

function plainRun({ look: _, ...run }: Run): Run {
  return run.image ? { ...run, image: { ...run.image, src: '' } } : run;
}
