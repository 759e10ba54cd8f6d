/** Two drafts of an invented contract, as Word files. */
import { docx, r, tbl, tc, tr, wp } from '../../builders/docx.ts';

/** A paragraph, or a heading that begins with `#`, or the rows of a table. */
type Part = string | readonly (readonly string[])[];

const STYLES =
  '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>';

function contract(parts: readonly Part[]): Uint8Array {
  const body = parts.map((part) => {
    if (typeof part !== 'string') return tbl(...part.map((row) => tr(row.map((cell) => tc(cell)))));
    if (part.startsWith('##')) return wp(part.slice(3), '<w:pStyle w:val="H"/>');
    if (part.startsWith('#')) return wp(part.slice(2), '<w:pStyle w:val="T"/>');
    const [first = '', ...rest] = part.split('“');
    return wp(r(first) + rest.map((text) => r(`“${text}`)).join(''));
  });
  return docx(body.join(''), { styles: STYLES });
}

/** The earlier draft. */
export const ORIGINAL = contract([
  '# Supply Agreement',
  'This Agreement is made between Northwind Traders Ltd (the “Supplier”) and Harbour Coffee GmbH (the “Buyer”).',
  '## Delivery',
  'The Supplier shall deliver the Goods within thirty (30) days of each Order. Late delivery entitles the Buyer to a discount of two per cent for each week begun.',
  'Risk passes to the Buyer when the Goods are handed to the carrier.',
  '## Price and payment',
  'The Buyer shall pay each invoice within 30 days of its date. The Price includes packaging and insurance.',
  [
    ['Goods', 'Unit', 'Price'],
    ['Green coffee, washed', '60 kg', 'EUR 240.00'],
    ['Green coffee, natural', '60 kg', 'EUR 225.00'],
  ],
  '## Liability',
  'The Supplier is liable for damage caused by gross negligence. The total liability of the Supplier shall not exceed EUR 500,000 in any contract year.',
  'Neither party is liable for delay caused by events beyond its control.',
  '## Term',
  'This Agreement runs for two years from the date of signature. It is renewed for one year unless a party gives notice of three months.',
  'Notices shall be given in writing.',
]);

/** The later draft. */
export const REVISED = contract([
  '# Supply Agreement',
  'This Agreement is made between Northwind Traders Ltd (the “Supplier”) and Harbour Coffee GmbH (the “Buyer”).',
  '## Delivery',
  'The Supplier shall deliver the Goods within fourteen (14) days of each Order. Late delivery entitles the Buyer to a discount of three per cent for each week begun.',
  'Risk passes to the Buyer when the Goods arrive at the warehouse of the Buyer.',
  '## Price and payment',
  'The Buyer shall pay each invoice within 60 days of its date. The Price includes packaging, insurance and customs duties.',
  [
    ['Goods', 'Unit', 'Price'],
    ['Green coffee, washed', '60 kg', 'EUR 235.00'],
    ['Green coffee, natural', '60 kg', 'EUR 225.00'],
    ['Green coffee, decaffeinated', '60 kg', 'EUR 260.00'],
  ],
  '## Liability',
  'The Supplier is liable for damage caused by negligence. The total liability of the Supplier shall not exceed EUR 1,000,000 in any contract year.',
  '## Term',
  'This Agreement runs for three years from the date of signature. It is renewed for one year unless a party gives notice of three months.',
  'Notices shall be given in writing or by e-mail.',
]);
