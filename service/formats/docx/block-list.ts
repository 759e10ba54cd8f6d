/** A list of blocks in the making: of the document, a cell, a note or a text box, each with paths of its own. */
import type { Attributes, Block, TextType } from '../../../shared/document/model.ts';
import type { Path } from '../../../shared/document/path.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import type { InlineContent } from '../html/inline-content.ts';
import { dropCountedValues } from '../html/list-path.ts';

/** What is known of a paragraph apart from its content. */
export interface ParagraphForm {
  readonly type: TextType;
  readonly attributes: Attributes;
  readonly path: Path;
}

/** Blocks in order; an empty paragraph makes none, and one with pictures only becomes image blocks. */
export class BlockList {
  readonly #blocks: Block[] = [];

  addParagraph(content: InlineContent, { type, attributes, path }: ParagraphForm): void {
    const runs = content.takeRuns(false);
    if (runs.some((run) => !run.image)) {
      this.#blocks.push({ kind: 'text', type, attributes, runs, path });
      return;
    }
    for (const { image, href } of runs) {
      if (image)
        this.#blocks.push(href === null ? { kind: 'image', image, path } : { kind: 'image', image, href, path });
    }
  }

  /** A finished block, such as a table. */
  addBlock(block: Block): void {
    this.#blocks.push(block);
  }

  /** The blocks, paths settled and numbers only where items do not count on. */
  take(): Block[] {
    return dropCountedValues(settlePaths(this.#blocks));
  }
}
