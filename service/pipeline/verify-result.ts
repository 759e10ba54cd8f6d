/** Verifies a result of this or another tool against the round-trip invariants, for `diffsvc verify`. */
import type { Include } from '../../shared/api/include.ts';
import type { Selection } from '../../shared/api/selection.ts';
import { BOTH_SIDES, type Document, type Side } from '../../shared/document/model.ts';
import { resolveBlocks } from '../../shared/fragment/resolve.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { flatten } from '../engine/fallback/flatten.ts';
import { withComparedPictures } from '../formats/compared-pictures.ts';
import { detectFormat } from '../formats/detect-format.ts';
import { readDocx } from '../formats/docx/read-docx.ts';
import type { TextFormat } from '../formats/read-result.ts';
import { readText } from '../formats/read-text.ts';
import { Namespaces } from '../ooxml/namespaces.ts';
import { readPackage, type PackageReading } from '../redline/verify/package-reading.ts';
import { rootedAddress } from '../redline/package/rooted-address.ts';
import type { SideFormats } from '../../shared/formats.ts';
import { readingsOf } from './compare/compare-read-pair.ts';
import { readFile, type FileReader } from './inputs/read-file.ts';
import { readOptions } from './inputs/read-options.ts';
import { includedIn } from './ranges/included-in.ts';
import { changeRanges } from './ranges/change-ranges.ts';
import { decideAll } from './track-changes.ts';

/** Both inputs: texts of one format, or the bytes of two files. */
export type VerifiedInputs =
  | {
      readonly format: TextFormat | 'auto';
      readonly original: string;
      readonly revised: string;
      /** The parts of HTML that were compared. */
      readonly selection?: Selection | undefined;
    }
  | { readonly formats: SideFormats; readonly original: Uint8Array; readonly revised: Uint8Array };

/** One invariant on one side. */
export interface InvariantFinding {
  readonly side: Side;
  /**
   * `text`: every character except white space, in order. `structure`: also blocks, lists, tables and compared
   * formats. A DOCX also has `formatting`: every property of runs, paragraphs, tables and sections, pictures and
   * links, in body and notes. And it has `headers`: the headers and footers that each section shows.
   */
  readonly law: 'text' | 'structure' | 'formatting' | 'headers';
  readonly holds: boolean;
  /** Where the texts differ, in characters without white space. */
  readonly differsAt?: number;
}

/**
 * Checks whether rejecting every change of a fragment gives the original, and accepting every change gives the
 * revised text. A fragment of the fallback is compared by paragraphs. Inputs are read with what the fragment includes.
 * `reader` reads files.
 *
 * @throws FragmentError if it is no fragment; ServiceError if an input cannot be read
 */
export async function verifyFragment(
  inputs: VerifiedInputs,
  fragment: string,
  reader: FileReader = readFile,
): Promise<InvariantFinding[]> {
  const blocks = scanFragment(fragment);
  const documents = await documentsOf(inputs, reader, includedIn(blocks));
  return BOTH_SIDES.flatMap((side) => {
    const decided = resolveBlocks(blocks, side === 'original' ? { reject: 'all' } : { accept: 'all' });
    return findings(side, { blocks: decided, warnings: [] }, documents[side]);
  });
}

/**
 * Checks whether rejecting every revision of a DOCX gives the original, and accepting every revision gives the
 * revised document. It compares what our reader sees, and every part with all its properties. Revisions in the inputs
 * count as accepted. Names of generated anchors have no meaning. Page numbers of a table of contents count as equal,
 * because a word processor computes them anew.
 *
 * @throws ServiceError if a file cannot be read
 */
export async function verifyRedline(
  { original, revised }: { readonly original: Uint8Array; readonly revised: Uint8Array },
  redline: Uint8Array,
): Promise<InvariantFinding[]> {
  const read = async (bytes: Uint8Array): Promise<Document> =>
    (await readDocx(bytes, { contentsPages: false })).document;
  const namespaces = new Namespaces();
  const parts = (bytes: Uint8Array, side: Side): Promise<PackageReading> => readPackage(bytes, side, namespaces);
  return [
    ...findings('original', await read(await decideAll(redline, 'reject')), await read(original)),
    ...partFindings('original', await parts(redline, 'original'), await parts(original, 'revised')),
    ...findings('revised', await read(await decideAll(redline, 'accept')), await read(revised)),
    ...partFindings('revised', await parts(redline, 'revised'), await parts(revised, 'revised')),
  ];
}

function partFindings(side: Side, got: PackageReading, wanted: PackageReading): InvariantFinding[] {
  return [
    { side, law: 'formatting', holds: got.body === wanted.body && got.notes === wanted.notes },
    { side, law: 'headers', holds: got.headers === wanted.headers },
  ];
}

/** Both inputs in the form that is compared. */
async function documentsOf(
  inputs: VerifiedInputs,
  reader: FileReader,
  include: readonly Include[] = [],
): Promise<Readonly<Record<Side, Document>>> {
  const read = await readInputs(inputs, reader, include);
  if (!include.includes('pictures')) return read;
  const [original, revised] = withComparedPictures(read.original, read.revised);
  return { original, revised };
}

async function readInputs(
  inputs: VerifiedInputs,
  reader: FileReader,
  include: readonly Include[],
): Promise<Readonly<Record<Side, Document>>> {
  if ('format' in inputs) {
    const { original, revised, selection } = inputs;
    const format = inputs.format === 'auto' ? detectFormat(original, revised) : inputs.format;
    const [a, b] = [readText(original, format, include, selection), readText(revised, format, include, selection)];
    return { original: a.document, revised: b.document };
  }
  const { formats, original, revised } = inputs;
  const options = readOptions(formats, { attributeMode: 'semantic', include });
  const read = readingsOf(
    {
      original: await reader(formats.original, original, options),
      revised: await reader(formats.revised, revised, options),
    },
    include,
  );
  return { original: read.original.document, revised: read.revised.document };
}

function findings(side: Side, got: Document, wanted: Document): InvariantFinding[] {
  const [gotText, wantedText] = [got, wanted].map(({ blocks }) => changeRanges(blocks).texts.revised) as [
    string,
    string,
  ];
  const isText = gotText === wantedText;
  const html = htmlOf(got);
  const isStructure = html === htmlOf(wanted) || html === htmlOf(flatten(wanted));
  return [
    { side, law: 'text', holds: isText, ...(!isText && { differsAt: commonStart(gotText, wantedText) }) },
    { side, law: 'structure', holds: isStructure },
  ];
}

/** Canonical HTML in which two spellings of one address are equal. */
function htmlOf({ blocks }: Document): string {
  return writeFragment(blocks).replace(/(?<= href=")[^"]*/g, rootedAddress);
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}
