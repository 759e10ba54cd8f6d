import { Type, type Static } from 'typebox';

/** Kinds of content that a reader sees in a document and does not put into the model. */
export const UNCOMPARED_KINDS = [
  'header',
  'footer',
  'comment',
  'picture',
  'chart',
  'diagram',
  'embedded_object',
  'embedded_document',
  'ink',
  'drawing',
  'watermark',
  'line_numbers',
  'table_head',
  'field_without_result',
  'form_control',
  'annotation',
  'form_field',
  'attachment',
  'vector_drawing',
  'page_without_text',
  'text_outside_page',
  'unspelled_text',
  'letter_drawing',
  'svg',
  'canvas',
  'media',
  'frame',
  'link_target',
  'hidden_content',
  'left_out',
  'direction',
  'number',
  'formatting',
  'page_layout',
  'style_sheet',
  'title',
  'merged_cells',
  'validation',
  'conditional_format',
  'defined_name',
  'external_link',
  'macro',
  'slide_layout',
  'slide_master',
  'slide_section',
  'animation',
  'transition',
] as const;
/** Kind of content outside the model. */
export type UncomparedKind = (typeof UNCOMPARED_KINDS)[number];

/** One thing that a reader saw and did not put into the model. */
export interface InventoryItem {
  readonly kind: UncomparedKind;
  /** Its place for a person: the words before it, a page, a section. Empty for the whole document. */
  readonly where: string;
  /** Its description or name, if it has one. */
  readonly label?: string;
  /** SHA-256 of what a reader sees of it, in lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Number of things that the item represents. */
  readonly count: number;
  /** For an image: its `Image.sha256`. It is left out only if the compared document lacks it. */
  readonly image?: string;
  /** Whether the image has a look that the model has no place for, such as cropping. */
  readonly isAltered?: true;
}

const UncomparedSide = Type.Object({
  label: Type.Optional(Type.String({ description: 'Description or name.' })),
  sha256: Type.String({ description: 'SHA-256 of what a reader sees of it.' }),
  count: Type.Integer({ minimum: 1 }),
});

/** One thing outside the compared content, on one side or on both. */
export const UncomparedItem = Type.Object({
  kind: Type.Enum([...UNCOMPARED_KINDS]),
  where: Type.String({ description: 'Its place for a person; empty for the whole document.' }),
  original: Type.Optional(UncomparedSide),
  revised: Type.Optional(UncomparedSide),
  differs: Type.Boolean({ description: 'Whether both sides differ in it, or one side lacks it.' }),
});
export type UncomparedItem = Static<typeof UncomparedItem>;

/** What the comparison left out. Equal things of one kind are one item, after the items that differ. */
export const Uncompared = Type.Object(
  {
    differs: Type.Boolean({ description: 'Whether any item differs.' }),
    items: Type.Array(UncomparedItem),
  },
  { description: 'What the comparison left out; absent when it left out nothing.' },
);
export type Uncompared = Static<typeof Uncompared>;

/**
 * Answer to "is it the same?". `same_file`: equal bytes. `no_differences`: no change, and nothing that was left out
 * differs. `no_differences_in_compared_content`: no change, but something that was left out differs.
 */
export const SAMENESS = ['same_file', 'no_differences', 'no_differences_in_compared_content', 'different'] as const;
export type Sameness = (typeof SAMENESS)[number];

/** The sameness of two documents. Equal bytes are no reason to pass over a change that was found. */
export function samenessOf(changeCount: number, uncompared: Uncompared | undefined, isSameFile: boolean): Sameness {
  if (changeCount > 0) return 'different';
  if (uncompared?.differs) return 'no_differences_in_compared_content';
  return isSameFile ? 'same_file' : 'no_differences';
}

/** Content that a reader could not keep, or that two formats do not both state. */
export const ComparisonWarning = Type.Object({
  code: Type.String(),
  message: Type.String({ description: 'A sentence for a person.' }),
  side: Type.Optional(
    Type.Enum(['original', 'revised'], { description: 'The side with the content; absent if it is about both.' }),
  ),
});
export type ComparisonWarning = Static<typeof ComparisonWarning>;

/** The outcome of a comparison beside its changes. Comparisons of earlier versions have no member. */
export interface Outcome {
  readonly sameness?: Sameness | undefined;
  /** Absent if nothing was left out. */
  readonly uncompared?: Uncompared | undefined;
  /** Absent if there are none. */
  readonly warnings?: readonly ComparisonWarning[] | undefined;
}

/** An outcome that was read from a file or from storage. Null if the value is none. */
export function readOutcome(value: unknown): Outcome | null {
  if (typeof value !== 'object' || value === null) return null;
  const { sameness, uncompared, warnings } = value as Record<string, unknown>;
  if (warnings !== undefined && !(Array.isArray(warnings) && warnings.every(isWarning))) return null;
  if (sameness !== undefined && !SAMENESS.includes(sameness as Sameness)) return null;
  if (uncompared !== undefined && !isUncompared(uncompared)) return null;
  return { sameness: sameness as Sameness | undefined, uncompared, ...(warnings !== undefined && { warnings }) };
}

function isWarning(value: unknown): value is ComparisonWarning {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message, side } = value as Record<string, unknown>;
  const isSide = side === undefined || side === 'original' || side === 'revised';
  return typeof code === 'string' && typeof message === 'string' && isSide;
}

function isUncompared(value: unknown): value is Uncompared {
  if (typeof value !== 'object' || value === null) return false;
  const { differs, items } = value as Record<string, unknown>;
  return typeof differs === 'boolean' && Array.isArray(items) && items.every(isItem);
}

function isItem(value: unknown): value is UncomparedItem {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, where, original, revised, differs } = value as Record<string, unknown>;
  return (
    UNCOMPARED_KINDS.includes(kind as UncomparedKind) &&
    typeof where === 'string' &&
    typeof differs === 'boolean' &&
    [original, revised].every((side) => side === undefined || isSide(side))
  );
}

function isSide(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { label, sha256, count } = value as Record<string, unknown>;
  return (label === undefined || typeof label === 'string') && typeof sha256 === 'string' && Number.isInteger(count);
}
