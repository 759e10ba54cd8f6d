/**
 * Moves replacement text (`ActualText`, ISO 32000-2, 14.9.4) of a content stream into the names of marked content.
 *
 * Some scripts reorder and merge their letters, as Thai and Hindi do. A character map of single glyphs cannot express
 * that, so producers add replacement text. The library pdf.js reports the name of marked content but not its
 * replacement text:
 *
 *     /Span <</ActualText <FEFF0E33>>> BDC      →      /ActualText.0E33 <<>> BDC
 */
export function nameActualTexts(content: string): string {
  if (!content.includes('/ActualText')) return content;
  return content.replace(PROPERTIES, (whole, before: string, string: string, after: string) => {
    const hex = utf16Of(string);
    return hex === null ? whole : `/ActualText.${hex} <<${before} ${after}>> BDC`;
  });
}

/** The replacement text that `nameActualTexts` wrote into a name; null for other names. */
export function actualTextOf(name: string): string | null {
  const hex = NAMED.exec(name)?.[1];
  return hex === undefined ? null : Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

const NAMED = /^ActualText\.((?:[0-9A-F]{4})+)$/;
/** Longer texts (characters) replace whole lines. Lines are read from their glyphs. */
const MAX_LENGTH = 40;
const STRING = String.raw`<[0-9A-Fa-f\s]*>|\((?:[^()\\]|\\[^])*\)`;
const OTHER_ENTRIES = String.raw`((?:[^<>()]|${STRING})*?)`;
/** A property list with replacement text. It has no nested list, and its strings contain no bracket. */
const PROPERTIES = new RegExp(
  String.raw`/(?!Artifact)[^\s<>()[\]/]+\s*<<${OTHER_ENTRIES}/ActualText\s*(${STRING})${OTHER_ENTRIES}>>\s*BDC`,
  'g',
);

/**
 * Converts a text string (ISO 32000-2, 7.9.2.2) to hexadecimal UTF-16BE. Null if empty, too long or in another
 * encoding.
 */
function utf16Of(string: string): string | null {
  const bytes = string.startsWith('<') ? hexString(string) : literalString(string);
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) {
    const units = (bytes.length - 2) / 2;
    return Number.isInteger(units) && units > 0 && units <= MAX_LENGTH ? bytes.toString('hex', 2).toUpperCase() : null;
  }
  // In this range PDFDocEncoding equals ASCII.
  if (bytes.length === 0 || bytes.length > MAX_LENGTH || bytes.some((byte) => byte < 0x20 || byte > 0x7e)) return null;
  return [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(4, '0')).join('');
}

function hexString(string: string): Buffer {
  const digits = string.replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literalString(string: string): Buffer {
  const text = string
    .slice(1, -1)
    .replace(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_, octal: string | undefined, character: string | undefined) => {
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff);
      return /^[\r\n]/.test(character!) ? '' : (ESCAPES[character!] ?? character!);
    });
  return Buffer.from(text, 'latin1');
}
