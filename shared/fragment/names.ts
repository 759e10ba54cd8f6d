import { LABEL } from '../document/label.ts';
import { COMMENT } from '../document/comment.ts';
import { CONTENTS } from '../document/contents.ts';
import { FIELDS } from '../document/fields.ts';
import { LOOK_ATTRIBUTES } from '../document/looks.ts';
import type { TextType } from '../document/model.ts';
import { NOTE } from '../document/notes.ts';
import { SLIDE } from '../document/slides.ts';
import { TITLE } from '../document/titles.ts';
import { STORY_KINDS, type StepKind, type StoryKind } from '../document/path.ts';

/** Class of the root element. */
export const ROOT_CLASS = 'diffsvc';

/** The elements of a path step: the list element around the item, if any, and the item. */
export interface Container {
  readonly list: 'ul' | 'ol' | 'dl' | null;
  readonly item: 'li' | 'dt' | 'dd' | 'blockquote' | 'div' | 'section';
  readonly itemClass?: string;
}

const STORIES = Object.fromEntries(
  STORY_KINDS.map((kind) => [kind, { list: null, item: 'section', itemClass: `story ${kind}` }]),
) as Record<StoryKind, Container>;

/** The elements of each step. `dt` and `dd` share their list. */
export const CONTAINERS: Readonly<Record<StepKind, Container>> = {
  ul: { list: 'ul', item: 'li' },
  ol: { list: 'ol', item: 'li' },
  dt: { list: 'dl', item: 'dt' },
  dd: { list: 'dl', item: 'dd' },
  quote: { list: null, item: 'blockquote' },
  para: { list: null, item: 'div', itemClass: 'para' },
  ...STORIES,
};

/** The element of a text block. */
export interface TextElement {
  readonly tag: string;
  readonly class?: string;
}

/** The element of each type of text block. */
export const TEXT_ELEMENTS: Readonly<Record<TextType, TextElement>> = {
  p: { tag: 'p' },
  h1: { tag: 'h1' },
  h2: { tag: 'h2' },
  h3: { tag: 'h3' },
  h4: { tag: 'h4' },
  h5: { tag: 'h5' },
  h6: { tag: 'h6' },
  pre: { tag: 'pre' },
  line: { tag: 'p', class: 'line' },
  'code-line': { tag: 'pre', class: 'line' },
  caption: { tag: 'p', class: 'caption' },
};

/**
 * Attributes of a text block that are written, in this order. For a table, only the attributes of its look. Others are
 * dropped.
 */
export const SHOWN_ATTRIBUTES = [
  'dir',
  'lang',
  LABEL,
  CONTENTS,
  TITLE,
  COMMENT,
  NOTE,
  FIELDS,
  SLIDE,
  ...LOOK_ATTRIBUTES,
] as const;

/** Element of each row section. */
export const SECTIONS = { head: 'thead', body: 'tbody', foot: 'tfoot' } as const;

/** Deepest nesting of tables, the only recursion. The limits on inputs are far below it. */
export const MAX_NESTED_TABLES = 600;
