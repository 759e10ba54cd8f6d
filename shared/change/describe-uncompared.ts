/** Sentences for people about what a comparison left out. Every surface shows the same words. */
import type { ComparisonWarning, Sameness, Uncompared, UncomparedItem, UncomparedKind } from './uncompared.ts';

const NAMES: Readonly<Record<UncomparedKind, readonly [one: string, many: string]>> = {
  header: ['header', 'headers'],
  footer: ['footer', 'footers'],
  comment: ['comment', 'comments'],
  picture: ['picture', 'pictures'],
  chart: ['chart', 'charts'],
  diagram: ['diagram', 'diagrams'],
  embedded_object: ['embedded object', 'embedded objects'],
  embedded_document: ['embedded document', 'embedded documents'],
  ink: ['ink drawing', 'ink drawings'],
  drawing: ['drawing', 'drawings'],
  watermark: ['watermark', 'watermarks'],
  line_numbers: ['column of line numbers', 'columns of line numbers'],
  table_head: ['repeated table head', 'repeated table heads'],
  field_without_result: ['field without a stored result', 'fields without a stored result'],
  form_control: ['form control', 'form controls'],
  annotation: ['annotation', 'annotations'],
  form_field: ['form field', 'form fields'],
  attachment: ['attachment', 'attachments'],
  vector_drawing: ['vector drawing', 'vector drawings'],
  page_without_text: ['page without text', 'pages without text'],
  text_outside_page: ['text outside the page', 'texts outside the page'],
  unspelled_text: ['text that the file does not spell', 'texts that the file does not spell'],
  letter_drawing: ['drawing of a letter that reads the same', 'drawings of letters that read the same'],
  svg: ['vector image', 'vector images'],
  canvas: ['canvas', 'canvases'],
  media: ['video or sound', 'videos or sounds'],
  frame: ['frame', 'frames'],
  link_target: ['target', 'targets'],
  hidden_content: ['hidden content', 'hidden contents'],
  left_out: ['part left out by a selector', 'parts left out by a selector'],
  direction: ['direction', 'directions'],
  number: ['number', 'numbers'],
  formatting: ['place with another formatting', 'places with another formatting'],
  page_layout: ['page layout', 'page layouts'],
  style_sheet: ['style sheet', 'style sheets'],
  title: ['title of the page', 'titles of the page'],
  merged_cells: ['range of merged cells', 'ranges of merged cells'],
  validation: ['data validation', 'data validations'],
  conditional_format: ['conditional format', 'conditional formats'],
  defined_name: ['defined name', 'defined names'],
  external_link: ['link to another workbook', 'links to other workbooks'],
  macro: ['set of macros', 'sets of macros'],
  slide_layout: ['placement or look of shapes', 'placements or looks of shapes'],
  slide_master: ['slide layout', 'slide layouts'],
  slide_section: ['section', 'sections'],
  animation: ['animation', 'animations'],
  transition: ['transition', 'transitions'],
};

const ANSWERS: Readonly<Record<Exclude<Sameness, 'different'>, string>> = {
  same_file: 'Both files are the same, byte for byte.',
  no_differences: 'No differences.',
  no_differences_in_compared_content:
    'No differences in the compared content. Something that was not compared differs.',
};

/** The answer to "are they the same?" in one or two sentences; null if there are changes. */
export function describeSameness(sameness: Sameness): string | null {
  return sameness === 'different' ? null : ANSWERS[sameness];
}

/** A number of things of one kind: "2 pictures". */
export function countOfKind(kind: UncomparedKind, count: number): string {
  return `${count} ${NAMES[kind][count === 1 ? 0 : 1]}`;
}

/** One item that differs, as a sentence: "Picture after “see below” differs." */
export function describeItem(item: UncomparedItem): string {
  const { kind, where, original, revised } = item;
  if (kind === 'formatting' && where !== '') return describeFormatting(item);
  const count = Math.max(original?.count ?? 0, revised?.count ?? 0);
  const isMany = count > 1;
  const name = isMany ? countOfKind(kind, count) : NAMES[kind][0];
  const place = where === '' ? '' : startsWithName(where, name) ? '' : ` ${where}`;
  const subject = place === '' && where !== '' ? where : `${name[0]!.toUpperCase()}${name.slice(1)}${place}`;
  const label = revised?.label ?? original?.label;
  const named = label === undefined || label === '' ? '' : ` (${label})`;
  if (revised === undefined) return `${subject}${named} ${isMany ? 'are' : 'is'} only in the original document.`;
  if (original === undefined) return `${subject}${named} ${isMany ? 'are' : 'is'} only in the revised document.`;
  if (original.label !== undefined && revised.label !== undefined && original.label !== revised.label)
    return `${subject}: “${original.label}” became “${revised.label}”.`;
  return `${subject}${named} ${isMany ? 'differ' : 'differs'}.`;
}

/** "2 places have the same text in another formatting. First: “Fees”, “size 11pt” became “size 9pt”." */
function describeFormatting({ where, original, revised }: UncomparedItem): string {
  const count = original?.count ?? revised?.count ?? 1;
  const [was = '', is = ''] = [original?.label, revised?.label];
  const how = was === '' && is === '' ? '' : was === is ? ` (${was})` : `, “${was}” became “${is}”`;
  return count === 1
    ? `The same text has another formatting: ${where}${how}.`
    : `${count} places have the same text in another formatting. First: ${where}${how}.`;
}

/** Whether the place already names the thing: "Header, section 2". */
function startsWithName(where: string, name: string): boolean {
  return where.toLowerCase().startsWith(name.toLowerCase());
}

/** What differs outside the compared content, one sentence an item. */
export function describeDifferences({ items }: Uncompared): string[] {
  return items.filter(({ differs }) => differs).map(describeItem);
}

/** What was not compared, in counts by kind: "2 pictures and 1 chart". The larger side counts. */
export function describeCountsOf({ items }: Uncompared): string {
  const counts = new Map<UncomparedKind, number>();
  for (const { kind, original, revised } of items)
    counts.set(kind, (counts.get(kind) ?? 0) + Math.max(original?.count ?? 0, revised?.count ?? 0));
  const names = [...counts].map(([kind, count]) => countOfKind(kind, count));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}

/** The warnings as sentences for a person, with their side where they have one. */
export function describeWarnings(warnings: readonly ComparisonWarning[]): string[] {
  return warnings.map(({ side, message }) => {
    const sentence = message.slice(0, 1).toUpperCase() + message.slice(1);
    return side === undefined
      ? sentence
      : `${side === 'original' ? 'Original document' : 'Revised document'}: ${sentence}`;
  });
}
