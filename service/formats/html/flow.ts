import { withLabel } from '../../../shared/document/label.ts';
import { preservesSpace } from '../../../shared/document/model.ts';
import type { Attributes, Block, Image, TextType } from '../../../shared/document/model.ts';
import { TOP, type Path } from '../../../shared/document/path.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import { GapReader, withGap } from '../normalise/gaps.ts';
import { InlineContent } from './inline-content.ts';
import { dropCountedValues, ListPath, type StepCount } from './list-path.ts';

/** Which text block running text would become: its type and shown attributes. */
export interface TextContext {
  readonly type: TextType;
  readonly attributes: Attributes;
}

/**
 * A sequence of blocks that is being built: the document, a table cell or a caption. Each has its own paths. Text runs
 * into the open block until `endBlock`; a block that would be empty is never made.
 */
export class Flow {
  readonly #stepCount: StepCount;
  /** Made with the first list or quotation: most flows are cells without any, and there may be a hundred thousand. */
  #listPath: ListPath | undefined;
  #blocks: Block[] = [];
  readonly #content = new InlineContent();
  #context: TextContext | undefined;
  readonly #gaps = new GapReader('collapsed');

  /** `stepCount`: of the whole document. */
  constructor(stepCount: StepCount) {
    this.#stepCount = stepCount;
  }

  /** The lists, items and quotations that are open. */
  get listPath(): ListPath {
    return (this.#listPath ??= new ListPath(this.#stepCount));
  }

  addText(text: string, marks: number, href: string | null, context: TextContext, look?: string): void {
    this.#context ??= context;
    if (preservesSpace(context.type)) this.#content.addText(text, marks, href, look);
    else
      for (const { text: part, gap } of this.#gaps.divide(text))
        this.#content.addText(part, marks, href, withGap(look, gap));
  }

  addBreak(marks: number, href: string | null, context: TextContext): void {
    this.#context ??= context;
    this.#gaps.pass();
    this.#content.addBreak(marks, href);
  }

  addImage(image: Image, href: string | null, context: TextContext): void {
    this.#context ??= context;
    this.#gaps.pass();
    this.#content.addImage(image, href);
  }

  /** Ends the running block. Images without text become image blocks. */
  endBlock(): void {
    const context = this.#context;
    this.#context = undefined;
    this.#gaps.pass();
    if (!context || this.#content.isEmpty) return;
    const runs = this.#content.takeRuns(preservesSpace(context.type));
    if (runs.some((run) => !run.image)) {
      const path = this.#path();
      const label = this.#listPath?.label;
      const attributes = label === undefined ? context.attributes : withLabel(context.attributes, label);
      this.#blocks.push({ kind: 'text', type: context.type, attributes, runs, path });
      return;
    }
    for (const { image, href } of runs) {
      if (!image) continue;
      const path = this.#path();
      this.#blocks.push(href === null ? { kind: 'image', image, path } : { kind: 'image', image, href, path });
    }
  }

  addRule(): void {
    this.endBlock();
    this.#blocks.push({ kind: 'rule', path: this.#path() });
  }

  /** Puts a finished block into the flow: a table or a caption, whose path is the flow's. */
  addBlock(block: Block): void {
    this.endBlock();
    this.#blocks.push({ ...block, path: this.#path() });
  }

  /** Ends the flow: its blocks, paths settled and item numbers only where they do not count on. */
  take(): Block[] {
    this.endBlock();
    const blocks = this.#listPath === undefined ? this.#blocks : dropCountedValues(settlePaths(this.#blocks));
    this.#blocks = [];
    return blocks;
  }

  /** Of the next block, which must come into the flow with it. */
  #path(): Path {
    return this.#listPath?.take() ?? TOP;
  }
}
