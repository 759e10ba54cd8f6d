/** The words of every part of a package: text, values of attributes, and plain text. */
import { append } from '../../../shared/iterables.ts';
import { wordsOf } from '../words.ts';
import { xmlText } from './docx-parts.ts';
import type { Part } from './read-parts.ts';
import { readXml, type Node } from './read-xml.ts';
import { sha256 } from '../../sha256.ts';

/** A part as the search sees it. */
export interface SearchedPart {
  readonly name: string;
  /** SHA-256 in hex. */
  readonly digest: string;
  /** Running text; of XML, the text of its elements. */
  readonly text: readonly string[];
  /** Values of attributes that have letters. Most of them are names of styles and settings. */
  readonly values: readonly string[];
}

/** Elements that stand within a word or a line. Any other element ends the word. */
const WITHIN =
  /^(?:w:(?:r|t|delText|instrText|delInstrText|ins|del|moveFrom|moveTo|hyperlink|smartTag|sdt|sdtContent|proofErr|bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|fldSimple|rPr|rStyle|rFonts|b|bCs|i|iCs|u|lang|sz|szCs|color|vanish)|a:(?:r|t|rPr)|m:(?:r|t)|ins|del|span|a|strong|em|u|s|sup|sub|mark|code)$/u;
const LETTER = /\p{L}/u;
const MARKUP = /^\ufeff?\s*</u;
/** Attributes of HTML that show or lead to something. The others are names of the grammar. */
const TELLING = /^(?:href|data-href|alt|title|data-original-.*)$/u;

/** A part of a package. A part that is neither XML nor text has no words. */
export function searchedPart({ name, bytes }: Part): SearchedPart {
  const digest = sha256(bytes);
  if (!isText(bytes)) return { name, digest, text: [], values: [] };
  const text = xmlText(bytes);
  if (!MARKUP.test(text)) return { name, digest, text: wordsOf(text), values: [] };
  let root: Node;
  try {
    root = readXml(text);
  } catch {
    // What is not well-formed is searched as it is, with its markup.
    return { name, digest, text: wordsOf(text.replaceAll(/[<>"'=]/gu, ' ')), values: [] };
  }
  const isRelationships = name.endsWith('.rels');
  const isValue = (key: string): boolean => !key.startsWith('xmlns') && !(isRelationships && key === 'Type');
  return { name, digest, ...wordsIn(root, isValue) };
}

/** An HTML redline as a part. */
export function searchedHtml(root: Node): SearchedPart {
  return { name: 'html', digest: '', ...wordsIn(root, (key) => TELLING.test(key)) };
}

function wordsIn(root: Node, isValue: (key: string) => boolean): Pick<SearchedPart, 'text' | 'values'> {
  const values: string[] = [];
  const texts: string[] = [];
  const visit = ({ name, attributes, children }: Node): void => {
    for (const [key, value] of attributes)
      if (LETTER.test(value) && isValue(key)) append(values, [...wordsOf(value), BETWEEN_VALUES]);
    for (const child of children) {
      if (typeof child === 'string') texts.push(child);
      else visit(child);
    }
    if (!WITHIN.test(name)) texts.push(' ');
  };
  visit(root);
  return { text: wordsOf(texts.join('')), values };
}

/** Stands between two values, so that no sequence of words goes over both. */
const BETWEEN_VALUES = '\n';

/** Whether bytes are text: no zero byte at their start, or a mark of UTF-16. */
function isText(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  return bytes.byteLength > 0 && !bytes.subarray(0, 1024).includes(0);
}
