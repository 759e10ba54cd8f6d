/** The strings of a workbook, which its cells name by number (18.4). */
import { streamXml, type XmlVisitor } from '../../ooxml/stream-xml.ts';

/** Maximum number of elements in the table of strings. A string takes two or, with formats, about ten. */
const ELEMENTS_MAX = 12_000_000;
/** A character that XML cannot have, as `_x000D_` (22.9.2.19, ST_Xstring). */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** The text of a string with its escaped characters. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** Collects the text of a string: its runs, without the phonetic guide. */
export class StringText {
  #text = '';
  #isText = false;
  #phonetic = 0;

  open(name: string): void {
    if (name === 'rPh') this.#phonetic += 1;
    this.#isText = name === 't' && this.#phonetic === 0;
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic -= 1;
    this.#isText = false;
  }

  add(text: string): void {
    if (this.#isText) this.#text += text;
  }

  /** The text so far. The next string begins. */
  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** The strings by number. Throws as `streamXml` does. */
export function readSharedStrings(part: { readonly bytes: Uint8Array; readonly name: string } | undefined): string[] {
  const strings: string[] = [];
  if (part === undefined) return strings;
  const text = new StringText();
  const visitor: XmlVisitor = {
    open: (name) => text.open(name),
    close: (name) => {
      text.close(name);
      if (name === 'si') strings.push(text.take());
    },
    text: (piece) => text.add(piece),
  };
  streamXml(part.bytes, part.name, ELEMENTS_MAX, visitor);
  return strings;
}
