/** The formats that are compared: the one place that knows their names and media types. */
import type { ComparedFormat } from './api/text-spellings.ts';

/** Formats of files that are no text. */
export const DOCUMENT_FORMATS = ['docx', 'pdf', 'xlsx', 'pptx'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Formats of Office, which are packages of parts (ECMA-376). */
export type PackageFormat = Exclude<DocumentFormat, 'pdf'>;

/** Formats of word processors that are converted to DOCX and compared as such. */
export const CONVERTED_FORMATS = ['doc', 'rtf', 'odt'] as const;
export type ConvertedFormat = (typeof CONVERTED_FORMATS)[number];

/** Every format that is compared. */
export type AnyFormat = ComparedFormat | DocumentFormat;

/** Formats of the two sides of a comparison of files. */
export const SIDE_FORMATS = ['docx', 'pdf', 'html', 'markdown', 'txt', 'xlsx', 'pptx'] as const;
export type SideFormat = (typeof SIDE_FORMATS)[number];

/** Whether a format can be one side of a comparison of files. */
export function isSideFormat(format: AnyFormat | 'mixed'): format is SideFormat {
  return SIDE_FORMATS.some((each) => each === format);
}

/** The format of a comparison: the one of both sides, or `mixed` if they have different ones. */
export type ComparisonFormat = AnyFormat | 'mixed';

/** The formats of both sides. */
export interface SideFormats {
  readonly original: SideFormat;
  readonly revised: SideFormat;
}

/** Formats that are compared only with themselves: no other format states what they state. */
const ALONE: ReadonlySet<SideFormat> = new Set(['xlsx', 'pptx']);

/** The format that cannot be compared with the format of the other side; null if both can. */
export function unmixable({ original, revised }: SideFormats): SideFormat | null {
  if (original === revised) return null;
  return [original, revised].find((format) => ALONE.has(format)) ?? null;
}

/** One format for both sides. */
export function bothSides(format: SideFormat): SideFormats {
  return { original: format, revised: format };
}

/** The format of a comparison of two files. */
export function comparisonFormatOf({ original, revised }: SideFormats): SideFormat | 'mixed' {
  return original === revised ? original : 'mixed';
}

/** Names of the formats for a person. */
export const FORMAT_NAMES: Readonly<Record<AnyFormat, string>> = {
  docx: 'DOCX',
  pdf: 'PDF',
  html: 'HTML',
  markdown: 'Markdown',
  txt: 'Text',
  json: 'JSON',
  csv: 'CSV',
  tsv: 'TSV',
  xlsx: 'XLSX',
  pptx: 'PPTX',
};

/** What identifies a format. */
export interface FormatFacts {
  readonly kind: 'text' | 'document';
  /** File extensions in lower case, without a dot. The first one is the usual one. */
  readonly extensions: readonly string[];
  /** Extensions of related files that are read as this format but not offered in dialogs. */
  readonly relatedExtensions: readonly string[];
  readonly mediaType: string;
}

/** The formats in the order of a dialog. */
export const FORMATS: Readonly<Record<AnyFormat, FormatFacts>> = {
  docx: {
    kind: 'document',
    extensions: ['docx'],
    relatedExtensions: ['docm', 'dotx', 'dotm'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  pdf: { kind: 'document', extensions: ['pdf'], relatedExtensions: [], mediaType: 'application/pdf' },
  xlsx: {
    kind: 'document',
    extensions: ['xlsx'],
    relatedExtensions: ['xlsm', 'xltx', 'xltm'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  pptx: {
    kind: 'document',
    extensions: ['pptx'],
    relatedExtensions: ['pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  html: { kind: 'text', extensions: ['html', 'htm', 'xhtml'], relatedExtensions: [], mediaType: 'text/html' },
  markdown: { kind: 'text', extensions: ['md', 'markdown'], relatedExtensions: [], mediaType: 'text/markdown' },
  txt: { kind: 'text', extensions: ['txt', 'text'], relatedExtensions: [], mediaType: 'text/plain' },
  json: { kind: 'text', extensions: ['json'], relatedExtensions: [], mediaType: 'application/json' },
  csv: { kind: 'text', extensions: ['csv'], relatedExtensions: [], mediaType: 'text/csv' },
  tsv: { kind: 'text', extensions: ['tsv'], relatedExtensions: ['tab'], mediaType: 'text/tab-separated-values' },
};

/**
 * The formats that are converted. The first media type is the registered one; RTF has two (IANA), and a template of
 * OpenDocument has its own.
 */
export const CONVERTED: Readonly<
  Record<ConvertedFormat, { readonly extensions: readonly string[]; readonly mediaTypes: readonly string[] }>
> = {
  doc: { extensions: ['doc', 'dot'], mediaTypes: ['application/msword'] },
  rtf: { extensions: ['rtf'], mediaTypes: ['application/rtf', 'text/rtf'] },
  odt: {
    extensions: ['odt', 'ott'],
    mediaTypes: ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text-template'],
  },
};

/** Media types of macro documents and templates of Office, which are read as the usual format of their program. */
const RELATED_MEDIA_TYPES: Partial<Readonly<Record<AnyFormat, readonly string[]>>> = {
  docx: [
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
    'application/vnd.ms-word.template.macroenabled.12',
  ],
  xlsx: [
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
    'application/vnd.ms-excel.template.macroenabled.12',
  ],
  pptx: [
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
    'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
    'application/vnd.openxmlformats-officedocument.presentationml.template',
    'application/vnd.ms-powerpoint.template.macroenabled.12',
  ],
};

const NAMES = Object.keys(FORMATS) as AnyFormat[];

/** The extension of a file name in lower case, without the dot. Empty if it has none. */
export function extensionOf(name: string): string {
  return /[^.]\.([^./\\]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The format that the extension of a file name indicates; null for an unknown one. */
export function formatOfName(name: string): AnyFormat | null {
  const extension = extensionOf(name);
  if (extension === '') return null;
  return (
    NAMES.find((format) =>
      [FORMATS[format].extensions, FORMATS[format].relatedExtensions].flat().includes(extension),
    ) ?? null
  );
}

/** The format that the extension of a file name indicates, as a reader knows the file; null for an unknown one. */
export function fileFormatOf(name: string): AnyFormat | ConvertedFormat | null {
  const extension = extensionOf(name);
  return CONVERTED_FORMATS.find((format) => CONVERTED[format].extensions.includes(extension)) ?? formatOfName(name);
}

/** Whether files of a format are converted to DOCX before they are compared. */
export function isConverted(format: AnyFormat | ConvertedFormat): format is ConvertedFormat {
  return (CONVERTED_FORMATS as readonly string[]).includes(format);
}

/** Media types of files that a format takes, in lower case, the usual one first. A DOCX may be converted. */
export function mediaTypesOf(format: AnyFormat): readonly string[] {
  const { mediaType } = FORMATS[format];
  const converted = format === 'docx' ? CONVERTED_FORMATS.flatMap((each) => CONVERTED[each].mediaTypes) : [];
  return [mediaType, ...(RELATED_MEDIA_TYPES[format] ?? []), ...converted];
}

/** Whether a format is one of documents. */
export function isDocumentFormat(format: AnyFormat | null): format is DocumentFormat {
  return DOCUMENT_FORMATS.some((each) => each === format);
}

/** Kinds of files that are recognized by their content and not compared as they are. */
export type OtherFormat =
  | ConvertedFormat
  | 'wordperfect'
  | 'pages'
  | 'spreadsheet'
  | 'presentation'
  | 'mail'
  | 'epub'
  | 'picture'
  | 'archive'
  | 'compound'
  | 'postscript'
  | 'program'
  | 'recording';

/** Words for a person about a file of the wrong format. */
export interface ToldFormat {
  /** What the file is, with its article. */
  readonly name: string;
  /** What to do about it, as a sentence. */
  readonly nextStep: string;
}

const SAVE_AS_DOCX = 'Open it in a word processor and save it as DOCX.';
const SAVE_AS_XLSX = 'Open it in a spreadsheet program and save it as XLSX.';
const SAVE_AS_PPTX = 'Open it in a presentation program and save it as PPTX.';

/** Every such kind. */
const OTHER_FORMATS: Readonly<Record<OtherFormat, ToldFormat>> = {
  rtf: { name: 'an RTF document', nextStep: SAVE_AS_DOCX },
  doc: { name: 'a DOC of Word 97 to 2003', nextStep: SAVE_AS_DOCX },
  odt: { name: 'an OpenDocument text (ODT)', nextStep: SAVE_AS_DOCX },
  wordperfect: { name: 'a WordPerfect document', nextStep: SAVE_AS_DOCX },
  pages: { name: 'a document of Apple iWork', nextStep: 'Export it as DOCX or PDF.' },
  spreadsheet: { name: 'a workbook (XLS, XLSB or ODS)', nextStep: SAVE_AS_XLSX },
  presentation: { name: 'a presentation (PPT or ODP)', nextStep: SAVE_AS_PPTX },
  mail: { name: 'a message of Outlook (MSG)', nextStep: 'Save its text or its attachment.' },
  epub: { name: 'an electronic book (EPUB)', nextStep: 'Convert it to HTML or PDF.' },
  picture: { name: 'a picture', nextStep: 'Make a PDF with searchable text of it (OCR).' },
  archive: { name: 'an archive without a Word document', nextStep: 'Unpack it and take the document in it.' },
  compound: { name: 'an OLE compound file, such as a DOC of Word 97 to 2003', nextStep: SAVE_AS_DOCX },
  postscript: { name: 'a PostScript file', nextStep: 'Convert it to PDF.' },
  program: { name: 'a program', nextStep: 'Choose a document.' },
  recording: { name: 'a film or a sound recording', nextStep: 'Choose a document, such as its transcript.' },
};

/** Names of formats that more people know by what they are. */
const OWN_NAMES: Partial<Readonly<Record<AnyFormat, string>>> = {
  html: 'an HTML page',
  xlsx: 'a workbook (XLSX)',
  pptx: 'a presentation (PPTX)',
};

/** Words for a person about a file of this format where another one is wanted. */
export function toldFormat(format: AnyFormat | OtherFormat): ToldFormat {
  if (!isCompared(format)) return OTHER_FORMATS[format];
  const name = OWN_NAMES[format] ?? `a ${format.toUpperCase()}`;
  return { name, nextStep: `Name it .${FORMATS[format].extensions[0]!}, or choose ${format} as its format.` };
}

function isCompared(format: AnyFormat | OtherFormat): format is AnyFormat {
  return format in FORMATS;
}
