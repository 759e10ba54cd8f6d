/** Text, paragraphs and tables that a change puts into a document, at random. */
import { element, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { oneOf, type Chance } from './mutation.ts';

const WORDS = 'party agreement shall data may provider notice term 1,000 2.5 §3 café don’t 中文 שלום of the a'.split(
  ' ',
);
/** Attributes of a text whose white space counts. */
export const SPACE = new Map([['xml:space', 'preserve']]);

/** The text of a run. */
export const text = (value: string): XmlElement => ({ name: 'w:t', attributes: SPACE, children: [value] });

/** This many words. */
export const words = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => oneOf(WORDS, chance)).join(' ');

/** A run of a few words, slanted or not. */
export const freshRun = (chance: Chance): XmlElement =>
  element('w:r', {}, [
    ...(chance.below(3) === 0 ? [element('w:rPr', {}, [element('w:i')])] : []),
    text(` ${words(chance, 1 + chance.below(5))}`),
  ]);

/** A paragraph of a few words, or an empty one. */
export const freshParagraph = (chance: Chance): XmlElement =>
  element('w:p', {}, chance.below(6) === 0 ? [] : [element('w:r', {}, [text(words(chance, 3 + chance.below(12)))])]);

/** A cell with one paragraph. */
export const freshCell = (chance: Chance): XmlElement =>
  element('w:tc', {}, [
    element('w:tcPr', {}, [element('w:tcW', { 'w:w': '1000', 'w:type': 'dxa' })]),
    freshParagraph(chance),
  ]);

/** A table of a few rows and columns. */
export const freshTable = (chance: Chance): XmlElement => {
  const columns = 1 + chance.below(3);
  const row = (): XmlElement =>
    element(
      'w:tr',
      {},
      Array.from({ length: columns }, () => freshCell(chance)),
    );
  return element('w:tbl', {}, [
    element('w:tblPr', {}, [element('w:tblW', { 'w:w': '0', 'w:type': 'auto' })]),
    element(
      'w:tblGrid',
      {},
      Array.from({ length: columns }, () => element('w:gridCol', { 'w:w': '1000' })),
    ),
    ...Array.from({ length: 1 + chance.below(3) }, row),
  ]);
};
