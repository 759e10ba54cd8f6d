/** Two drafts of a contract with all that stands beside a text: comments, footnotes, a table, a picture, titles, a move. */
import { docx, picture, r, tbl, tc, tr, wp, type DocxParts } from './docx.ts';
import { marked, remarkParts, type Remark } from './remarks.ts';

interface Draft {
  readonly paragraphs: readonly (readonly [text: string, style?: string])[];
  readonly remarks: readonly Remark[];
  readonly footnotes: readonly string[];
  readonly rent: string;
}

const STYLES = [
  ['Title', 'Title'],
  ['Sub', 'Subtitle'],
  ['H', 'heading 1'],
]
  .map(([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`)
  .join('');

/** A GIF of one pixel. Programs that state no text for a picture leave its description empty. */
const PIXEL = Uint8Array.from(atob('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs='), (sign) => sign.charCodeAt(0));

const PLAIN = 'The parties keep this agreement with their papers and show it to nobody who has no need of it.';
const MOVED = 'Each party bears its own costs of this agreement, of its advisers, and of every step that it takes.';

const DRAFTS: Readonly<Record<'original' | 'revised', Draft>> = {
  original: {
    paragraphs: [
      ['Lease of an office', 'Title'],
      ['between the Landlord and the Tenant', 'Sub'],
      ['Rent', 'H'],
      ['The Tenant pays [1:the rent^1] within 30 days of each invoice.'],
      [MOVED],
      ['Term', 'H'],
      ['The lease begins [2:on 1 March] and lasts two years.'],
      [PLAIN],
      ['Ending', 'H'],
      ['Either party may end it with notice of three months^2.'],
    ],
    remarks: [
      { id: 1, author: 'Mara Bell', text: 'Is this before or after tax?' },
      { id: 2, author: 'Jonas Frey', text: 'Too early for us.' },
    ],
    footnotes: ['In euro.', 'To the end of a quarter.'],
    rent: '1,200',
  },
  revised: {
    paragraphs: [
      ['Lease of an office', 'Title'],
      ['between the Landlord and the Tenant', 'Sub'],
      ['Rent', 'H'],
      ['The Tenant^1 pays [1:the rent^2][3:] within 14 days of each invoice.'],
      ['Term', 'H'],
      ['The lease begins on 1 June and lasts two years.'],
      [PLAIN],
      ['Ending', 'H'],
      ['Either party may end it with [4:notice of six months]^3.'],
      [MOVED],
    ],
    remarks: [
      { id: 1, author: 'Mara Bell', text: 'Is this before or after tax?', isDone: true },
      { id: 3, author: 'Jonas Frey', text: 'After tax, as agreed in May.', answers: 1 },
      { id: 4, author: 'Jonas Frey', text: 'Six months is what the owner asks for.' },
    ],
    footnotes: ['Or whoever takes its place.', 'In euro.', 'To the end of a quarter.'],
    rent: '1,350',
  },
};

/** The bytes of one draft. */
export function annotated(which: keyof typeof DRAFTS, more: DocxParts = {}): Uint8Array {
  const { paragraphs, remarks, footnotes, rent } = DRAFTS[which];
  const text = paragraphs
    .map(([words, style]) => wp(marked(words), style === undefined ? '' : `<w:pStyle w:val="${style}"/>`))
    .join('');
  const table = tbl(tr([tc('Room'), tc('Rent')]), tr([tc('First floor'), tc(rent)]), tr([tc('Cellar'), tc('90')]));
  return docx(text + table + wp(picture('plan')), {
    styles: STYLES,
    images: { plan: PIXEL },
    footnotes: footnotes.map((note, at) => `<w:footnote w:id="${at + 1}">${wp(r(note))}</w:footnote>`).join(''),
    ...remarkParts(remarks.map((remark) => ({ date: `2026-03-0${remark.id}T10:00:00Z`, ...remark }))),
    ...more,
  });
}
