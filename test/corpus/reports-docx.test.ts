/**
 * Rebuilt reports about pairs of DOCX: the list of changes, what is told beside it, and the revisions of the tracked
 * file, which are those of the list and nothing else.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeDifferences } from '../../shared/change/describe-uncompared.ts';
import { INCLUDES } from '../../shared/api/include.ts';
import { bothSides } from '../../shared/formats.ts';
import { openWordPackage } from '../../service/ooxml/package.ts';
import { storyParts } from '../../service/ooxml/part-uses.ts';
import { isElement, type XmlElement } from '../../service/ooxml/xml-tree.ts';
import { compareFiles } from '../../service/pipeline/compare/compare-files.ts';
import { trackChanges } from '../../service/pipeline/track-changes.ts';
import { convertAll, hasLibreOffice, libreOfficeText } from '../lab/quality/docx/libreoffice-text.ts';
import { corpusRoot, NO_CORPUS } from '../oracle/input-pairs.ts';
import { breachesOf } from '../oracle/redline/judge-redline.ts';
import { danglingReferences } from '../oracle/redline/references.ts';

const SIGNATURE = { author: 'test', at: new Date('2026-01-31T00:00:00Z') };
const MARKS: ReadonlySet<string> = new Set(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo']);

/** What a pair must give. */
interface Expected {
  /** Texts of the changes: before and after. */
  readonly changes: readonly (readonly [before: string, after: string])[];
  readonly told: readonly string[];
  /** Revisions of the tracked file in order: kind, and text or `¶`. */
  readonly marks: readonly string[];
  /** LibreOffice accepts and rejects all of them, too. */
  readonly inOffice?: true;
}

/** A change, as far as it has texts. */
interface Sided {
  readonly before?: { readonly text?: string };
  readonly after?: { readonly text?: string };
}

const THIRD = 'The third clause deals with confidentiality and the return of all papers at the end.';
const DELIVERY =
  'The Supplier shall deliver the goods within 30 days of the order, and the Customer may refuse delivery if the goods are damaged, incomplete or late, without prejudice to any other right that the Customer has under this Agreement or at law.';
const RISK = 'Risk passes to the Customer on ';
const RISK_END = ' of the goods at the warehouse.';

const NEXT_PAGE =
  'The same text has another formatting: “Second part.”, “break before none” became “break before page”.';

const REPORTS: Readonly<Record<string, Expected>> = {
  'bookmark-in-deleted-heading': {
    changes: [
      ['Requirements', ''],
      ['The provider shall keep records of all deliveries for five years.', ''],
      ['', 'See chapter Duties of suppliers for the duties which apply.'],
      ['', 'Duties of suppliers'],
      ['', 'Another text, wholly unlike, tells what vendors have to do here.'],
    ],
    told: [],
    marks: [
      'del ¶',
      'del Requirements',
      'del ¶',
      'del The provider shall keep records of all deliveries for five years.',
      'ins ¶',
      'ins See chapter Duties of suppliers for the duties which apply.',
      'ins ¶',
      'ins Duties of suppliers',
      'ins ¶',
      'ins Another text, wholly unlike, tells what vendors have to do here.',
    ],
  },
  'bookmark-moved-link-target': {
    changes: [],
    told: [
      'Target of “see the payment clause”: “Payment is due in thirty days.” became “Termination needs a notice of one month.”.',
    ],
    marks: [],
  },
  'comment-moved-to-other-clause': {
    changes: [],
    told: [
      'Comment by A. Reviewer, “Agreed, sign this.”: “about “The second clause deals with the price of the goods and the way in which it is adjusted.” in “The second clause deals with the price …”” became “about “The fourth clause names the courts that decide about disputes between both parties.” in “The fourth clause names the courts that …””.',
    ],
    // The references of the comment, which have no text.
    marks: ['del ', 'ins '],
  },
  'contents-of-replaced-heading': { changes: [['7', '6']], told: [], marks: [] },
  'double-space-docx': {
    changes: [],
    told: ['The same text has another formatting: “Start of two.”, “before it 2 spaces” became “before it a space”.'],
    marks: ['del  '],
  },
  'dropdown-control-and-placeholder': {
    changes: [
      ['Monthly', 'Yearly'],
      ['Click here to enter text.', 'Bern'],
    ],
    told: [],
    marks: ['del Monthly', 'ins Yearly', 'del Click here to enter text.', 'ins Bern'],
  },
  'footer-page-only': { changes: [['red', 'green']], told: [], marks: ['del red', 'ins green'] },
  'header-in-large-type-docx': {
    changes: [
      ['number', 'no.'],
      ['Restated ', ''],
      ['The ', ''],
      ['', ' 2.0'],
    ],
    // The header also loses an empty paragraph, whose mark is a revision.
    told: [
      'The same text has another formatting: “Ronin Institute for Independent …”, “1 empty line after it” became “no empty lines after it”.',
    ],
    marks: ['del number', 'ins no.', 'del Restated ', 'del ¶', 'del The ', 'ins  2.0', 'pPrChange'],
  },
  'link-field-vs-element-edited-word': { changes: [['Old', 'New']], told: [], marks: ['del Old', 'ins New'] },
  'long-contract-blank-lines': {
    changes: Array.from({ length: 8 }, () => ['shall', 'must'] as const),
    told: [
      '2 places have the same text in another formatting. First: “The party of the first part shallmust …”, “1 empty line before it” became “2 empty lines before it”.',
    ],
    marks: Array.from({ length: 8 }, (_, at) => [
      ...(at === 2 || at === 5 ? ['ins ¶'] : []),
      'del shall',
      'ins must',
    ]).flat(),
  },
  'longer-move-with-new-tail': {
    changes: [
      ['', THIRD],
      [THIRD, ''],
      ['', 'Signed in London.'],
    ],
    told: [],
    marks: ['moveTo ¶', `moveTo ${THIRD}`, `moveFrom ${THIRD}`, 'ins Signed in London.'],
    inOffice: true,
  },
  'nbsp-docx': {
    changes: [],
    told: [
      'The same text has another formatting: “km was run.”, “before it a no-break space” became “before it a space”.',
    ],
    marks: ['del \u00a0', 'ins  '],
  },
  'only-footer-cache-differs': { changes: [], told: [], marks: [] },
  'paragraphs-to-breaks': {
    changes: [
      ['\n', ''],
      ['\n', ''],
    ],
    told: [],
    marks: ['del ¶', 'del ¶', 'ins \n', 'ins \n'],
  },
  'row-inserted-before-edited-row': {
    changes: [
      ['', 'Review\nCompliance'],
      ['Security', 'Identity'],
    ],
    told: [],
    marks: ['ins ¶', 'ins Review', 'ins Compliance', 'del Security', 'ins Identity'],
  },
  'rpr-lang': { changes: [], told: [], marks: [] },
  'rpr-szcs': { changes: [], told: [], marks: [] },
  'section-break-after-long-paragraph': { changes: [], told: [NEXT_PAGE], marks: ['ins ¶', 'del ¶'] },
  'section-break-long-paragraph-one-word': {
    changes: [['damaged', 'broken']],
    told: [NEXT_PAGE],
    marks: ['ins ¶', 'del damaged', 'ins broken', 'del ¶'],
    inOffice: true,
  },
  'section-moved-one-word-edited': {
    changes: [
      ['Delivery', ''],
      [DELIVERY, ''],
      [`${RISK}delivery${RISK_END}`, ''],
      ['delivery', 'payment'],
      ['', 'Delivery'],
      ['', DELIVERY],
      ['', `${RISK}payment${RISK_END}`],
    ],
    told: [],
    marks: [
      ...['moveFrom ¶', 'moveFrom Delivery', 'moveFrom ¶', `moveFrom ${DELIVERY}`],
      ...['moveFrom ¶', `moveFrom ${RISK}`, 'del delivery', `moveFrom ${RISK_END}`],
      // The end of the last paragraph stays, so the one before it is new.
      'ins ¶',
      ...['moveTo ¶', 'moveTo Delivery', 'moveTo ¶', `moveTo ${DELIVERY}`],
      ...[`moveTo ${RISK}`, 'ins payment', `moveTo ${RISK_END}`],
    ],
    inOffice: true,
  },
  'symbol-font-greek': {
    changes: [['β', 'γ']],
    told: [
      'The same text has another formatting: “α and βγ.”, “letters of the font Symbol” became “letters standard”.',
    ],
    marks: ['del F061', 'ins α', 'del F062', 'ins F067'],
  },
  'two-insertions-meet': {
    changes: [
      ['', ','],
      ['', 'new item inserted here'],
    ],
    told: [],
    marks: ['ins ,', 'ins ¶', 'ins new item inserted here'],
    inOffice: true,
  },
};

/** The revisions in a tree, in order. */
function marksIn(node: XmlElement): string[] {
  if (MARKS.has(node.name)) return [`${node.name.slice(2)} ${node.children.length === 0 ? '¶' : wordsIn(node)}`];
  if (node.name.endsWith('Change')) return [node.name.slice(2)];
  return node.children.flatMap((child) => (isElement(child) ? marksIn(child) : []));
}

function wordsIn(node: XmlElement): string {
  if (node.name === 'w:br') return '\n';
  if (node.name === 'w:sym') return node.attributes.get('w:char') ?? '';
  const isText = node.name === 'w:t' || node.name === 'w:delText';
  return node.children.map((child) => (isElement(child) ? wordsIn(child) : isText ? child : '')).join('');
}

const root = corpusRoot();
const folder = root === null ? '' : join(root, 'reports');
if (!existsSync(folder)) {
  test.skip(`the reports of the corpus were not compared: ${NO_CORPUS}`, () => undefined);
} else {
  test('every report with two DOCX is stated here', () => {
    const names = readdirSync(folder).filter((name) =>
      ['original', 'revised'].every((side) => existsSync(join(folder, name, `${side}.docx`))),
    );
    expect(names.filter((name) => !(name in REPORTS))).toEqual([]);
  });

  describe.each(Object.entries(REPORTS))('%s', (name, expected) => {
    const [original, revised] = ['original', 'revised'].map(
      (side) => new Uint8Array(readFileSync(join(folder, name, `${side}.docx`))),
    ) as [Uint8Array, Uint8Array];

    test('gives what its report asks for', async () => {
      const comparison = await compareFiles({
        formats: bothSides('docx'),
        ...{ original, revised, mode: 'auto', attributeMode: 'semantic', include: INCLUDES, complexity: 'extended' },
      });
      const { changes } = comparison.page(0, 100);
      const texts = changes.map((change: Sided) => [change.before?.text ?? '', change.after?.text ?? '']);
      expect(texts).toEqual(expected.changes);
      expect(comparison.uncompared ? describeDifferences(comparison.uncompared) : []).toEqual(expected.told);

      const redline = await trackChanges({ original, revised, fragment: comparison.html }, SIGNATURE);
      expect(await breachesOf(original, revised, redline)).toEqual([]);
      for (const reading of ['accepted', 'rejected'] as const)
        expect(await danglingReferences(redline.bytes, reading)).toEqual([]);
      const { package: archive, mainPart } = await openWordPackage(redline.bytes);
      expect(storyParts(archive, mainPart).flatMap((part) => marksIn(archive.tree(part)!))).toEqual(expected.marks);

      if (!expected.inOffice || !hasLibreOffice()) return;
      const sides = [
        ['accept', revised],
        ['reject', original],
      ] as const;
      await convertAll([
        ...sides.map(([revisions]) => ({ bytes: redline.bytes, revisions })),
        ...sides.map(([, bytes]) => ({ bytes, revisions: 'accept' as const })),
      ]);
      for (const [revisions, input] of sides)
        expect(await libreOfficeText({ bytes: redline.bytes, revisions })).toEqual(
          await libreOfficeText({ bytes: input, revisions: 'accept' }),
        );
    });
  });
}
