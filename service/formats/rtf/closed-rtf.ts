/** A copy of an RTF for LibreOffice, which would open the files that its fields, pictures and objects name. */
import { withClosedGroups } from './closed-groups.ts';

/** The control word before the instruction of a field (RTF 1.9.1, "Fields"), in any spelling of its letters. */
const INSTRUCTION = /\\fldinst(?![a-z])/giu;
/** In its place: a destination that no program knows, so that all of its group is skipped (RTF 1.9.1, "Destinations"). */
const SKIPPED = String.raw`\*\fldnone`;
/**
 * Fields of the document itself. Any other field keeps its result and loses its instruction, also one that states the
 * clock, the file or its user: LibreOffice would write those of the conversion.
 */
const OWN_FIELDS = new Set(
  (
    'HYPERLINK PAGE PAGEREF NUMPAGES NUMWORDS NUMCHARS SECTION SECTIONPAGES REF NOTEREF STYLEREF SEQ TOC TC TOA TA XE ' +
    'INDEX FORMTEXT FORMCHECKBOX FORMDROPDOWN MERGEFIELD SYMBOL EQ AUTHOR TITLE SUBJECT KEYWORDS COMMENTS DOCPROPERTY ' +
    'DOCVARIABLE LASTSAVEDBY CREATEDATE SAVEDATE PRINTDATE EDITTIME REVNUM LISTNUM AUTONUM AUTONUMLGL AUTONUMOUT ' +
    'CITATION BIBLIOGRAPHY'
  ).split(' '),
);
/**
 * The name of a field, after control words that only format it. Any other control word could hide letters from one
 * reader and show them to another. The name ends at a character that is surely none of its letters.
 */
const NAME =
  /(?:[\s{]|\\(?:rtlch|ltrch|fcs|a?f|a?fs|a?lang|lang(?:fe|np|fenp)|noproof|insrsid|charrsid|hich|dbch|loch|cs|a?b|a?i|ul|ulnone|cf|cb|kerning|plain|cgrid|highlight|webhidden)-?\d*(?![a-z\d]) ?)*([a-z][a-z\r\n]*)(?=[ \t"}])/iuy;
/** Backslashes before a control word that are looked at. */
const BACKSLASHES = 64;

/**
 * The copy. Instructions that are left out are skipped by the program that reads it. All bytes of its text are those of
 * the file, which is returned itself if nothing is left out.
 */
export function closedRtf(bytes: Uint8Array): Uint8Array {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const text = withClosedGroups(given);
  // The last byte of binary data may be a backslash. It escapes nothing, although it looks so.
  const mayEscape = !/\\bin/iu.test(text);
  const closed = text.replaceAll(INSTRUCTION, (word, at: number) => {
    const before = /\\*$/u.exec(text.slice(Math.max(0, at - BACKSLASHES), at))![0].length;
    if (mayEscape && before % 2 === 1) return word;
    NAME.lastIndex = at + word.length;
    const name =
      NAME.exec(text)?.[1]
        ?.replaceAll(/[\r\n]/gu, '')
        .toUpperCase() ?? '';
    return OWN_FIELDS.has(name) ? word : SKIPPED;
  });
  return closed === given ? bytes : Buffer.from(closed, 'latin1');
}
