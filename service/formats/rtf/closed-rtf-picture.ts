/** A picture of an RTF (RTF 1.9.1, "Pictures"), written again with the kind that it really has. */
import { closedPicture } from '../../ooxml/closed-picture/closed-picture.ts';
import { isDib, pictureKind } from '../../ooxml/closed-picture/picture-kind.ts';
import { placeholder } from '../../ooxml/closed-picture/placeholder.ts';
import type { RtfToken } from './rtf-tokens.ts';

/** Words that state the size, the cut and the identity of a picture. */
const KEPT_WORDS: ReadonlySet<string> = new Set([
  ...['picw', 'pich', 'picwgoal', 'pichgoal', 'picscalex', 'picscaley', 'picscaled', 'piccropl', 'piccropr'],
  ...['piccropt', 'piccropb', 'picbmp', 'picbpp', 'bliptag', 'blipupi', 'defshp'],
]);
/** Words that state the kind of a picture, or the form of its pixels. */
const KIND_WORDS: ReadonlySet<string> = new Set([
  ...['pngblip', 'jpegblip', 'emfblip', 'wmetafile', 'dibitmap', 'wbitmap', 'macpict', 'pmmetafile'],
  ...['wbmbitspixel', 'wbmplanes', 'wbmwidthbytes'],
]);
/** Bytes of the first lines of a JPEG, which has a word of its own. */
const JPEG = 0xff;
const HEX = /^[\da-f]*$/iu;
const HEX_LINE = /.{1,128}/gu;

/** The group of a picture, from its control word to its end. */
export class RtfPicture {
  readonly #kept: string[] = [];
  readonly #hex: string[] = [];
  readonly #binary: string[] = [];
  #isDib = false;
  /** Whether two readers could take its content for different pictures. */
  #isUnsure = false;

  /** Takes a part of the group itself. */
  add(token: RtfToken): void {
    if (token.kind === 'text') this.#hex.push(token.raw);
    else if (token.kind === 'binary') this.#binary.push(token.data);
    else if (token.kind === 'word' && KEPT_WORDS.has(token.name)) this.#kept.push(token.raw.trimEnd());
    else if (token.kind === 'word' && KIND_WORDS.has(token.name)) this.#isDib ||= token.name === 'dibitmap';
    else this.#isUnsure = true;
  }

  /** Takes the closed group of its properties. */
  addProperties(group: string): void {
    this.#kept.push(group);
  }

  /** Takes any other content. */
  addUnknown(): void {
    this.#isUnsure = true;
  }

  /** The closed picture without the brackets of its group. */
  written(): string {
    const hex = this.#hex.join('').replaceAll(/[\r\n ]/gu, '');
    const binary = Buffer.from(this.#binary.join(''), 'latin1');
    const head = String.raw`\pict${this.#kept.join('')}`;
    if (hex === '' && binary.length === 0 && !this.#isUnsure) return head;
    const isUnsure = this.#isUnsure || !HEX.test(hex) || (hex !== '' && binary.length > 0);
    const bytes = isUnsure ? placeholder(Buffer.from(hex)) : binary.length > 0 ? binary : Buffer.from(hex, 'hex');
    const isBare = this.#isDib && isDib(bytes);
    const closed = isBare ? bytes : closedPicture(bytes);
    const lines = Buffer.from(closed).toString('hex').match(HEX_LINE)!;
    return `${head}${isBare ? String.raw`\dibitmap0` : kindWord(closed)}\n${lines.join('\n')}`;
  }
}

function kindWord(bytes: Uint8Array): string {
  const kind = pictureKind(bytes);
  if (kind === 'emf') return String.raw`\emfblip`;
  if (kind === 'wmf') return String.raw`\wmetafile8`;
  return bytes[0] === JPEG ? String.raw`\jpegblip` : String.raw`\pngblip`;
}
