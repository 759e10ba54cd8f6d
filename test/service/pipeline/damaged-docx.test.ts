/**
 * Damaged packages end in a result or a typed error, in every way that a DOCX takes through the service. A redline of
 * them keeps the laws, or says that it does not.
 */
import { bothSides } from '../../../shared/formats.ts';
import { describe, expect, test } from 'vitest';
import { INCLUDES } from '../../../shared/api/include.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { closedCopy } from '../../../service/ooxml/closed-copy.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { decideAll, trackChanges } from '../../../service/pipeline/track-changes.ts';
import { verifyRedline, type InvariantFinding } from '../../../service/pipeline/verify-result.ts';
import { docx, picture, r, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { damaged } from '../../oracle/mutations/damage-package.ts';
import { chanceOf } from '../../oracle/mutations/mutate-package.ts';
import { unsaidLaws } from '../../oracle/redline/unsaid-laws.ts';
import { RUNS_ALL, SEED } from '../../seed/seed.ts';

const CASES = RUNS_ALL ? 3_000 : 40;
const SIGNATURE = { author: 'A', at: new Date('2026-01-31T00:00:00Z') };

/** A document with everything that damage can meet. */
const WHOLE = docx(
  wp('Terms of the agreement', '<w:pStyle w:val="H"/>') +
    wp(r('The fee is due ') + '<w:r><w:footnoteReference w:id="2"/></w:r>' + r('in 30 days.', '<w:b/>')) +
    wp('First item', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') +
    wp('Second item', '<w:pStyle w:val="L"/>') +
    tbl(
      tr([tc('Rate', '<w:gridSpan w:val="2"/>'), tc('30', '<w:vMerge w:val="restart"/>')]),
      tr([tc('a'), tc(wp('b') + tbl(tr([tc('inner')])) + wp()), tc('', '<w:vMerge/>')]),
    ) +
    `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${wp('In a control')}</w:sdtContent></w:sdt>` +
    wp(
      `<w:hyperlink r:id="link">${r('a link')}</w:hyperlink><w:r><w:commentReference w:id="0"/></w:r>${picture('i1')}`,
    ) +
    wp(
      `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>TOC</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>${r('Contents')}`,
    ) +
    wp(`${r('Page 1')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`) +
    wp(
      `<w:ins w:id="91" w:author="B">${r('inserted')}</w:ins><w:del w:id="92" w:author="B"><w:r><w:delText>gone</w:delText></w:r></w:del>`,
    ) +
    wp('<w:r><w:endnoteReference w:id="2"/></w:r>') +
    '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:footerReference w:type="default" r:id="f1"/></w:sectPr>',
  {
    styles:
      '<w:docDefaults/><w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:basedOn w:val="N"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="L"><w:name w:val="List"/><w:basedOn w:val="H"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
    numbering:
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    footnotes: `<w:footnote w:id="2">${wp('A note.')}</w:footnote>`,
    endnotes: `<w:endnote w:id="2">${wp('An endnote.')}</w:endnote>`,
    comments: `<w:comment w:id="0" w:author="C">${wp('Why?')}</w:comment>`,
    settings: '<w:evenAndOddHeaders/>',
    headers: { h1: wp('Draft 1') },
    footers: { f1: wp('Confidential') },
    links: { link: 'https://example.com/' },
    images: { i1: Buffer.from('picture') },
  },
);

/** The result of a step; null for a typed refusal. Anything else fails the test, with the seed. */
async function resultOf<T>(seed: number, step: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof ServiceError) return null;
    throw new Error(`seed ${seed}, ${step}`, { cause: fault });
  }
}

describe('a damaged package', () => {
  test(
    'is read, compared, tracked, decided and closed, or refused with a typed error',
    { timeout: 600_000 },
    async () => {
      const first = (SEED % 1_000_000) * 1_000;
      let redlines = 0;
      const unsaid: (InvariantFinding & { readonly seed: number; readonly said: readonly string[] })[] = [];
      for (let seed = first; seed < first + CASES; seed += 1) {
        const chance = chanceOf(seed);
        const other = await damaged(WHOLE, chance, 1 + chance.below(6));
        const [original, revised] = chance.below(2) === 0 ? [WHOLE, other] : [other, WHOLE];
        const options = { mode: 'word', attributeMode: 'presentation', include: INCLUDES } as const;
        await resultOf(seed, 'read', () => readDocx(other, options));
        const comparison = await resultOf(seed, 'compare', () =>
          compareFiles({ ...options, formats: bothSides('docx'), original, revised }),
        );
        await resultOf(seed, 'accept', () => decideAll(other, 'accept'));
        await resultOf(seed, 'reject', () => decideAll(other, 'reject'));
        await resultOf(seed, 'close', () => closedCopy(other));
        if (comparison === null) continue;
        const files = { original, revised, fragment: comparison.html };
        const redline = await resultOf(seed, 'track', () => trackChanges(files, SIGNATURE));
        if (redline === null) continue;
        redlines += 1;
        const findings = await resultOf(seed, 'verify', () => verifyRedline({ original, revised }, redline.bytes));
        const said = redline.warnings.map(({ code }) => code);
        for (const finding of unsaidLaws(findings ?? [], redline.warnings)) unsaid.push({ seed, ...finding, said });
      }
      expect(unsaid).toEqual([]);
      expect(redlines).toBeGreaterThan(CASES / 4);
    },
  );
});
