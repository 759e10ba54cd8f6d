/**
 * The rebuilt reports of the corpus with text, Markdown or HTML: for each the changes that a careful reader would mark, in
 * words (`inWords`). The redline and the tracked file give back both documents.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { project } from '../../shared/fragment/project.ts';
import { trackText } from '../../service/exports/tracked-text/track-text.ts';
import { readDocx } from '../../service/formats/docx/read-docx.ts';
import { changeRanges } from '../../service/pipeline/ranges/change-ranges.ts';
import { decideAll } from '../../service/pipeline/track-changes.ts';
import { NO_CORPUS } from '../oracle/input-pairs.ts';
import { changesOfReport, compareReport, reportsFolder } from './report-changes.ts';

/** The changes of each report, in the order of the document. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'list-item-moved-negation': ['moved: The tenant may keep a small pet in the flat at any time.', 'inserted: not '],
  'moved-and-edited': [
    'moved: The supplier shall deliver the goods to the address of the customer within 30 days after receipt of the written ' +
      'order and shall bear all costs of transport and insurance.',
    '30 → 90',
  ],
  'moved-clause-not-inserted-txt': [
    'moved: The Supplier shall deliver the goods within 30 days of the order, and the Customer may refuse delivery if the goods ' +
      'are damaged, incomplete or late, without prejudice to any other right that the Customer has under this Agreement or at law.',
    'inserted: not ',
  ],
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
  'rows-sorted': ['moved: Zoe / 31', 'moved: Bob / 42', '42 → 43'],
  'short-neighbours': [
    '온라인 브라우징 플랫폼: https://www.iso.org/obp에서 이용 가능 → Online browsing platform: https://www.iso.org/obp',
    'http://www.electropedia.org/에서 이용 가능 → http://www.electropedia.org/',
    '요건 → 요구사항',
  ],
  'short-neighbours-chinese': ['Error! Bookmark not defined. → 3', 'Error! Bookmark not defined. → 4'],
  'short-neighbours-korean': [
    '본 → 이',
    '오픈소스 소프트웨어로 → 오픈소스로',
    '주고받는 → 주고 받는',
    '구축하는 → 구축하기 위한',
    ', 고품질 →  우수한',
    '요건을 규정한다 → 요구사항을 정의한다',
    '용어 및 → 용어와',
    '본 → 이',
    '다음 용어 및 정의가 적용된다 → 다음과 같은 용어와 정의를 적용한다',
    '결과물 → 산출물',
    '산출물을 나타내고 공급 대상 → 결과물을 나타내며 배포용',
    '제공되는 결과물 모음 → 제공해야 하는 산출물의 모음이다.',
  ],
  'swapped-paragraphs-middle-edited': [
    'moved: Gamma para that is long enough.',
    'moved: Middle dog sits here quietly.',
    'cat → dog',
  ],
  'longer-move-with-new-tail': [
    'moved: The third clause deals with confidentiality and the return of all papers at the end.',
    'inserted: Signed in London.',
  ],
  'txt-move-with-new-short': ['moved: Call the bank tomorrow morning at nine.', 'inserted: Buy milk.'],
  'link-to-renumbered-heading': [
    'inserted: Article V. Elections',
    'V → VI',
    'inserted: Article V. Elections',
    'inserted: Elections take place in spring.',
    'V → VI',
  ],
};

const SIGNATURE = { author: 'test', at: new Date('2026-01-31T00:00:00Z') };
const SIDES = [
  ['original', 'reject'],
  ['revised', 'accept'],
] as const;

const folder = reportsFolder();
/** The reports of which neither side is a DOCX or a PDF. */
const texts =
  folder === null
    ? []
    : readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .filter((name) =>
          ['original', 'revised'].every((side) =>
            ['docx', 'pdf'].every((ending) => !existsSync(join(folder, name, `${side}.${ending}`))),
          ),
        );

if (folder === null) test.skip(`the rebuilt reports were not compared: ${NO_CORPUS}`, () => undefined);
else
  describe('rebuilt reports', () => {
    test.each(Object.entries(EXPECTED))('%s', async (name, changes) => {
      expect(await changesOfReport(folder, name)).toEqual(changes);
    });

    test.each(texts)('%s: the tracked file gives back both documents', async (name) => {
      const { html } = await compareReport(join(folder, name));
      const blocks = scanFragment(html);
      const { bytes } = await trackText(html, name, SIGNATURE);
      for (const [side, decision] of SIDES) {
        const { document } = await readDocx(await decideAll(bytes, decision));
        expect(changeRanges(document.blocks).texts.revised).toBe(changeRanges(project(blocks, side)).texts.revised);
      }
    });

    test('every report with two texts is stated here', () => {
      expect(texts.filter((name) => !(name in EXPECTED))).toEqual([]);
    });
  });
