/**
 * Every rebuilt report with a PDF: its changes in words, and what is told beside them. Headers and footers are compared
 * where the report is about them.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeDifferences } from '../../shared/change/describe-uncompared.ts';
import { NO_CORPUS } from '../oracle/input-pairs.ts';
import { inWords } from '../builders/changes-in-words.ts';
import { compareReport, reportsFolder } from './report-changes.ts';

/** What a pair must give. */
interface Expected {
  readonly changes: readonly string[];
  /** What differs beside the changes. */
  readonly told?: readonly string[];
  /** Codes of the warnings of either side. */
  readonly warnings?: readonly string[];
}

const NOTHING: Expected = { changes: [] };

const REPORTS: Readonly<Record<string, Expected>> = {
  'acroform-values': { changes: ['Mickey → Minnie', 'inserted:  ✔'] },
  'arabic-print': NOTHING,
  'checkbox-radio-with-appearance': { changes: ['inserted:  ✔', 'inserted:  ●'] },
  'cjk-latin-spaces': NOTHING,
  'digits-mapped-to-null': {
    changes: ['inserted: �'],
    told: ['Text that the file does not spell on page 1: “Pay ��� euros now.” became “Pay ���� euros now.”.'],
    warnings: ['text_not_spelled'],
  },
  'dingbat-in-page': { changes: ['✘ → ✔'] },
  'five-footnotes-paragraph-inserted': {
    changes: [
      'inserted: A new paragraph was put in here. The Supplier shall deliver the goods within 30 days of the order, and the Customer may refuse delivery if the goods are damaged, incomplete or late, without prejudice to any other right that the Customer has under this Agreement or at law. The Supplier shall deliver the goods within 30 days of the order, and the Customer may refuse delivery if the goods are damaged, incomplete or late, without prejudice to any other right that the Customer has under this Agreement or at law.',
    ],
  },
  'footnote-short-paragraphs': { changes: ['inserted: A new short line stands here. '] },
  'header-in-large-type': { changes: ['number → no.', 'deleted: Restated ', 'deleted: The ', 'inserted:  2.0'] },
  'hyphenated-line-ends-reflowed': { changes: ['sixty → ninety'] },
  'letter-one-line-then-gap': { changes: ['three → four'] },
  'letters-twice-both-amount': { changes: ['500 → 600'] },
  'letters-twice-vs-once-offset-0': NOTHING,
  'lo-one-line-then-text-added': { changes: ['inserted: The contract ends on 31 May 2026.'] },
  'null-digit-changes': {
    changes: ['inserted: �'],
    told: ['Text that the file does not spell on page 1: “Pay �00 euros now.” became “Pay ��00 euros now.”.'],
    warnings: ['text_not_spelled'],
  },
  'same-size-notes-five-notes-paragraph-inserted': {
    changes: [
      'inserted: The repair closes the animal and the court within 35 days after the stairs of the garden, unless the route insures the bridge before the route signs any server. The fuel names the warranty and the key within 32 days after the annex of the delivery, unless the duty opens the event before the vessel signs any cargo. The supplier returns the claim and the backup within 40 days after the deposit of the tenant, unless the neighbour keeps the delivery before the software ends any damage.',
    ],
  },
  'table-head-docx-pdf': NOTHING,
  'table-head-dropped': { changes: ['deleted: Item / Description'] },
  'url-broken-in-word': { changes: ['five → six'] },
};

const folder = reportsFolder();

if (folder === null) test.skip(`the rebuilt reports with PDFs were not compared: ${NO_CORPUS}`, () => undefined);
else
  describe('rebuilt reports with a PDF', () => {
    test.each(Object.entries(REPORTS))('%s', async (name, expected) => {
      const comparison = await compareReport(join(folder, name));
      expect({
        changes: inWords(comparison.page(0, 100).changes),
        told: comparison.uncompared ? describeDifferences(comparison.uncompared) : [],
        warnings: [...new Set('warnings' in comparison ? comparison.warnings.map(({ code }) => code) : [])],
      }).toEqual({ told: [], warnings: [], ...expected });
    });

    test('are all here', () => {
      const withPdf = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'revised.pdf')));
      expect(withPdf.filter((name) => !(name in REPORTS))).toEqual([]);
    });
  });
