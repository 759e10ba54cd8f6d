/** Blocks from plain texts: of charts and diagrams, and the words that this reader itself adds. */
import {
  MARKS,
  type Attributes,
  type Block,
  type Run,
  type TextBlock,
  type TextType,
} from '../../../../shared/document/model.ts';
import { pathOf, TOP, type Path } from '../../../../shared/document/path.ts';
import { InlineContent } from '../../html/inline-content.ts';

const EM = 1 << MARKS.indexOf('em');

/** A block with this text; none for a text of white space. */
export function textBlock(
  text: string,
  type: TextType = 'p',
  path: Path = TOP,
  attributes: Attributes = {},
): TextBlock[] {
  const runs = runsOf(text, 0);
  return runs.length === 0 ? [] : [{ kind: 'text', type, attributes, path, runs }];
}

/** A paragraph that this reader says of a slide, in italics. */
export function saidBlock(text: string): TextBlock[] {
  return [{ kind: 'text', type: 'p', attributes: {}, path: TOP, runs: runsOf(text, EM) }];
}

/** The runs of a plain text. */
export function runsOf(text: string, marks: number): Run[] {
  const content = new InlineContent();
  content.addText(text, marks, null);
  return content.takeRuns(false);
}

/** An item of a bulleted list at a depth from 1. */
export function listItem(text: string, depth: number): Block[] {
  const steps = Array.from({ length: depth }, (_, at) => ({ kind: 'ul', starts: at === depth - 1 }) as const);
  return textBlock(text, 'p', pathOf(steps));
}
