/** The formats of two inputs: by options, else by their content, else by their names. */
import { FORMAT_SPELLINGS, type RequestedFormat } from '../../../shared/api/text-spellings.ts';
import {
  bothSides,
  DOCUMENT_FORMATS,
  FORMAT_NAMES,
  formatOfName,
  isDocumentFormat,
  SIDE_FORMATS,
  unmixable,
  type AnyFormat,
  type DocumentFormat,
  type SideFormat,
  type SideFormats,
} from '../../../shared/formats.ts';
import { documentFormatOf } from '../../../shared/recognize-format.ts';
import type { Side } from '../../../shared/document/model.ts';
import { CommandError } from '../command-error.ts';

/** The formats that options choose. Undefined: none. */
export interface ChosenFormats {
  readonly original: RequestedFormat | SideFormat | undefined;
  readonly revised: RequestedFormat | SideFormat | undefined;
}

/** Formats of two files; or two texts of one format, which may still have to be detected. */
export type InputFormats = SideFormats | { readonly text: RequestedFormat };

/** The formats that options name. Throws a CommandError for an unknown spelling, and for a format named twice. */
export function chosenFormats(options: {
  readonly format?: string;
  readonly originalFormat?: string;
  readonly revisedFormat?: string;
}): ChosenFormats {
  const { format, originalFormat, revisedFormat } = options;
  if (format !== undefined && (originalFormat ?? revisedFormat) !== undefined)
    throw new CommandError('--format names the format of both files; leave out --original-format and --revised-format');
  if (format !== undefined && format !== 'auto') {
    const both = DOCUMENT_FORMATS.find((each) => each === format) ?? parseFormat(format);
    return { original: both, revised: both };
  }
  return { original: sideFormat(originalFormat), revised: sideFormat(revisedFormat) };
}

/**
 * The formats of two inputs. A DOCX and a PDF are known by their content; a text by its name. A text whose name says
 * nothing follows the other text, or is plain text beside a document.
 */
export function formatsOf(
  names: readonly [original: string, revised: string],
  files: readonly [original: Uint8Array, revised: Uint8Array],
  chosen: ChosenFormats,
): InputFormats {
  if (chosen.original === chosen.revised && chosen.original !== undefined) {
    const both = chosen.original;
    return isDocument(both) ? bothSides(both) : { text: both };
  }
  const [a, b] = [
    chosen.original ?? formatOfInput(names[0], files[0]),
    chosen.revised ?? formatOfInput(names[1], files[1]),
  ];
  if (!isDocument(a) && !isDocument(b)) {
    if (a === b || a === 'auto' || b === 'auto') return { text: a === 'auto' ? b : a };
    return { original: textSide('original', names[0], a), revised: textSide('revised', names[1], b) };
  }
  // An empty file of git has the format of the other side.
  const [isNone, isOtherNone] = [isNoFile(names[0]), isNoFile(names[1])];
  if (isNone && chosen.original === undefined) return bothSides(sideOf('revised', names[1], b));
  if (isOtherNone && chosen.revised === undefined) return bothSides(sideOf('original', names[0], a));
  const formats = { original: sideOf('original', names[0], a), revised: sideOf('revised', names[1], b) };
  const alone = unmixable(formats);
  if (alone === null) return formats;
  const other = names[formats.original === alone ? 1 : 0];
  throw new CommandError(
    `${other} is no ${FORMAT_NAMES[alone]}; ${alone === 'xlsx' ? 'an' : 'a'} ${FORMAT_NAMES[alone]} is compared only with another one`,
  );
}

/** Git passes this path for a file that was added or deleted. */
const NO_FILE = '/dev/null';

/** Whether a path names a missing file. */
export function isNoFile(path: string): boolean {
  return path === NO_FILE;
}

/** The format of a spelling. Throws a CommandError for an unknown one. */
export function parseFormat(spelling: string): RequestedFormat {
  const spellings: Readonly<Record<string, RequestedFormat>> = FORMAT_SPELLINGS;
  const format = Object.hasOwn(spellings, spelling) ? spellings[spelling] : undefined;
  if (format !== undefined) return format;
  throw new CommandError(`unknown format "${spelling}"; use one of ${Object.keys(FORMAT_SPELLINGS).join(', ')}`);
}

function formatOfInput(name: string, bytes: Uint8Array): RequestedFormat | SideFormat {
  // A file with the name of a document keeps that format. So its reader says what is wrong with it.
  return documentFormatOf(bytes) ?? formatOfName(name) ?? 'auto';
}

/** The text format that a file name indicates; `auto` if it indicates none. */
export function textFormatOfName(name: string): RequestedFormat {
  const format = formatOfName(name);
  return format === null || isDocumentFormat(format) ? 'auto' : format;
}

function isDocument(format: RequestedFormat | SideFormat): format is DocumentFormat {
  return DOCUMENT_FORMATS.some((each) => each === format);
}

function sideOf(side: Side, name: string, format: RequestedFormat | SideFormat): SideFormat {
  return format === 'auto' ? 'txt' : isDocument(format) ? format : textSide(side, name, format);
}

function textSide(side: Side, name: string, format: AnyFormat | RequestedFormat): SideFormat {
  const known = SIDE_FORMATS.find((each) => each === format);
  if (known !== undefined) return known;
  throw new CommandError(
    `${name} is ${FORMAT_NAMES[format === 'auto' ? 'txt' : format]}, which is compared only with its like; choose --${side}-format txt to compare its words`,
  );
}

function sideFormat(spelling: string | undefined): SideFormat | undefined {
  if (spelling === undefined) return undefined;
  const alias = Object.hasOwn(FORMAT_SPELLINGS, spelling)
    ? FORMAT_SPELLINGS[spelling as keyof typeof FORMAT_SPELLINGS]
    : spelling;
  const format = SIDE_FORMATS.find((each) => each === alias);
  if (format !== undefined) return format;
  throw new CommandError(`unknown format "${spelling}"; use one of ${SIDE_FORMATS.join(', ')}`);
}
