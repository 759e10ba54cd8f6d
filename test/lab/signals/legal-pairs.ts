/** The pairs of the corpus that are legal texts: contracts, terms, policies and statutes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bothSides } from '../../../shared/formats.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { readPairs, type CorpusSet } from '../../oracle/input-pairs.ts';

/** Two revisions of a legal text. */
export interface LegalPair {
  /** Unique in the corpus: its folder and its name. */
  readonly name: string;
  /** Compares both and returns the redline. */
  readonly compare: () => Promise<string>;
}

/** Terms and policies of services, policies of a host of code, German statutes, and a dedication to the public. */
const LEGAL_TEXTS: readonly [set: CorpusSet, names: RegExp][] = [
  ['markdown', /^(?:contrib-versions|pga-versions|site-policy|gesetze)_/],
  ['html', /uncopyright/],
];
/** An operating agreement, clauses of treaties, licence agreements, employment agreements, terms of a guarantee. */
const LEGAL_DOCX =
  'P0014 P0155 P0159 P0166 P0206 P0289 P0387 P0388 P0390 P0391 P0392 P0394 P0395 P0397 P0399 P0400 P0401 P0404 P0526'.split(
    ' ',
  );
/** A supply agreement and five policies. Each text was printed several times; here it counts once. */
const LEGAL_PDF = [
  ...['contract__lo-tagged', 'pol0-and-trade-controls__chromium-untagged', 'pol1-subprocessors__chromium-tagged'],
  ...['pol2-marketplace-developer-agreem__lo-tagged', 'pol4-statement-against-modern-sla__pdflatex1'],
  ...['pol6-sirt-description-rfc-2350__pdflatex1', 'pol7-dpa-previews__pdflatex2'],
];

/** The legal pairs of the corpus at `root`. Nothing is compared before `compare` is called. */
export function legalPairs(root: string): LegalPair[] {
  const texts = LEGAL_TEXTS.flatMap(([set, names]) =>
    readPairs(root, set)
      .filter(({ name }) => names.test(name))
      .map(({ name, format, original, revised }) => ({
        name: `${set}/${name}`,
        compare: () => Promise.resolve(compareText({ original, revised, format, mode: 'word' }).html),
      })),
  );
  const docx = LEGAL_DOCX.map((name) => filePair('docx', `docx/${name}`, join(root, 'docx/pairs', `${name}.`)));
  const pdf = LEGAL_PDF.map((name) => filePair('pdf', `pdf/${name}`, join(root, 'pdf/generated', name, '/')));
  return [...texts, ...docx, ...pdf];
}

function filePair(format: 'docx' | 'pdf', name: string, start: string): LegalPair {
  const options = { formats: bothSides(format), mode: 'word', attributeMode: 'semantic' } as const;
  return {
    name,
    compare: async () => {
      const original = readFileSync(`${start}original.${format}`);
      const revised = readFileSync(`${start}revised.${format}`);
      return (await compareFiles({ original, revised, ...options })).html;
    },
  };
}
