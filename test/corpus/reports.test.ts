/**
 * The rebuilt reports of the corpus: for each the changes that a careful reader would mark, in words (`inWords`). A report
 * that is not listed here is stated in `expected.txt` of its folder alone.
 */
import { describe, expect, test } from 'vitest';
import { NO_CORPUS } from '../oracle/input-pairs.ts';
import { changesOfReport, reportsFolder } from './report-changes.ts';

/** The changes of each report, in the order of the document. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'moved-row-spent': [
    'moved: n / Amount of the substance / mol',
    'deleted: Vm / Molar volume of the substance / m3/mol',
  ],
  'filled-empty-cell': [
    'inserted: Bei einer offenen Bestellung soll es möglich sein, dass alle Gäste separat Zahlen können. Dafür soll in einer ' +
      'Übersicht durch die Bedienung die zu Zahlenden Artikel ausgewählt werden können und der Teilbetrag angezeigt werden.',
  ],
  'row-inserted-before-edited-row': ['inserted: Review / Compliance', 'Security → Identity'],
  'term-table': [
    'inserted: Agent / any person who acts for a party',
    'the company named in → whoever signs',
    'order → form',
  ],
};

const folder = reportsFolder();

if (folder === null) test.skip(`the rebuilt reports were not compared: ${NO_CORPUS}`, () => undefined);
else
  describe('rebuilt reports', () => {
    test.each(Object.entries(EXPECTED))('%s', async (name, changes) => {
      expect(await changesOfReport(folder, name)).toEqual(changes);
    });
  });
