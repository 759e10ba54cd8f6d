/**
 * A long lease, made by chance, and a revision of it. It has headings, paragraphs, lists and tables, with some 450
 * words a page.
 */
import { tbl, tc, tr, wp } from '../../builders/docx.ts';

/** One block, as what it is and its words. */
export interface LeaseBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row';
  readonly words: readonly string[];
}

const PARAGRAPHS_PER_PAGE = 6;
const WORDS = 72;
const STEMS =
  'lease owner tenant rent premises term notice repair damage deposit interest payment garden house month year party right duty cost water heating insurance access key floor wall window door agreement clause section written signed due joint several legal binding fair ordinary reasonable lawful prior sole entire good faith'.split(
    ' ',
  );

/** A bulleted list, for the items. */
export const NUMBERING =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';

/** Styles of the headings. */
export const STYLES = '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>';

/** The blocks of a number of pages. `random` returns numbers from 0 up to 1. */
export function leaseOf(pages: number, random: () => number): LeaseBlock[] {
  const blocks: LeaseBlock[] = [];
  for (let page = 1; page <= pages; page += 1) {
    blocks.push({ kind: 'heading', words: [`Section ${page}.`, ...words(3, random)] });
    for (let at = 0; at < PARAGRAPHS_PER_PAGE; at += 1) {
      if (at === 2 && page % 3 === 0) {
        for (let item = 0; item < 3; item += 1) blocks.push({ kind: 'item', words: words(WORDS / 3, random) });
      } else if (at === 4 && page % 5 === 0) {
        for (let row = 0; row < 4; row += 1) blocks.push({ kind: 'row', words: words(6, random) });
      } else blocks.push({ kind: 'paragraph', words: words(WORDS, random) });
    }
  }
  return blocks;
}

/** The same lease with a changed word in every eighth block, and some blocks removed or added. */
export function revisedLease(blocks: readonly LeaseBlock[], random: () => number): LeaseBlock[] {
  return blocks.flatMap((block): LeaseBlock[] => {
    const chance = random();
    if (chance < 0.01 && block.kind === 'paragraph') return [];
    if (chance < 0.02 && block.kind === 'paragraph') return [block, { ...block, words: words(WORDS, random) }];
    if (chance > 0.125) return [block];
    const at = Math.floor(random() * block.words.length);
    return [{ ...block, words: block.words.with(at, 'amended') }];
  });
}

const PROPERTIES = {
  heading: '<w:pStyle w:val="H2"/>',
  item: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
  paragraph: '',
} as const;

/** The body of the DOCX. */
export function wordsBody(blocks: readonly LeaseBlock[]): string {
  let body = '';
  let rows: string[] = [];
  const endTable = (): void => {
    if (rows.length > 0) body += tbl(...rows);
    rows = [];
  };
  for (const { kind, words: own } of blocks) {
    if (kind === 'row') {
      rows.push(tr(own.map((word) => tc(word))));
      continue;
    }
    endTable();
    body += wp(own.join(' '), PROPERTIES[kind]);
  }
  endTable();
  return body;
}

function words(count: number, random: () => number): string[] {
  return Array.from({ length: count }, () => STEMS[Math.floor(random() * STEMS.length)]!);
}
