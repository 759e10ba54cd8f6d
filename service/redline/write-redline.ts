/**
 * The tracked-revision file of two DOCX: the original's package with every difference as a revision. Rejecting all gives
 * the original, accepting all the revised. Revisions that the inputs have are taken as accepted first.
 */
import type { Warning } from '../../shared/document/model.ts';
import { Vocabulary } from '../engine/tokens/vocabulary.ts';
import { Namespaces } from '../ooxml/namespaces.ts';
import { openWordPackage, type WordPackage } from '../ooxml/package.ts';
import { resolveRevisions } from '../ooxml/resolve-revisions.ts';
import {
  childOf,
  childrenOf,
  element,
  innerText,
  integerOf,
  isElement,
  type XmlElement,
  type XmlNode,
} from '../ooxml/xml-tree.ts';
import { adoptDefinitions } from './adopt/definitions.ts';
import { adoptSettings } from './adopt/settings.ts';
import { Canonical } from './package/canonical.ts';
import { withIgnorable } from './package/ignorable.ts';
import { GuidedMatcher, type Guide } from './text/guide.ts';
import { KnownRanges } from './package/known-ranges.ts';
import { mergeHeaders } from './merge/merge-headers.ts';
import type { StoryContext } from './merge/story-context.ts';
import { isSeparator, mergeNotes } from './merge/merge-notes.ts';
import { countRevisions, type RevisionCounts } from './verify/count-revisions.ts';
import { mergeChecked, noteKey, RedlineReport, type Comparison, type SectionOrigins } from './merge/comparison.ts';
import { sharedSection } from './text/paragraph-mark.ts';
import { ThingCharacters } from './text/paragraph-text.ts';
import { ResultPackage, TargetIdentity } from './package/result-package.ts';
import { RevisionWriter, type RevisionStamp } from './text/revision-writer.ts';
import { dropLonePositions } from './adopt/settle-positions.ts';
import { highestDrawing, highestId, Translation } from './adopt/translate.ts';
import { rangesOf, tellRanges, tellUntracked, type BodyRanges } from './verify/untracked-warnings.ts';
import { textRoots } from './package/text-roots.ts';
import { partsThatDiffer } from './verify/untracked-parts.ts';

/** A finished redline. */
export interface Redline {
  /** The DOCX. For two inputs without a difference, and an original without revisions, the bytes of the original. */
  readonly bytes: Uint8Array;
  readonly counts: Readonly<RevisionCounts>;
  /** Blocks that are replaced as a whole, since their revisions in detail would have broken a law. */
  readonly degradedBlocks: number;
  /** What no revision can show, and what was degraded. */
  readonly warnings: readonly Warning[];
}

/**
 * Compares two DOCX files. With a `guide` the revisions are about the same words as the changes of that comparison.
 *
 * @throws ServiceError as the reader of packages does
 */
export async function writeRedline(
  original: Uint8Array,
  revised: Uint8Array,
  stamp: RevisionStamp,
  guide?: Guide,
): Promise<Redline> {
  const namespaces = new Namespaces();
  const packages = {
    original: await openWordPackage(original, namespaces),
    revised: await openWordPackage(revised, namespaces),
  };
  const first = merged(packages, stamp, guide, new Set());
  const ranges = rangesOf(first);
  const apart = misplacedComments(ranges, first.translation);
  const comparison = apart.size === 0 ? first : merged(packages, stamp, guide, apart);
  tellRanges(comparison, ranges);
  const { result, report } = comparison;
  if (result.changed && result.wasSigned)
    report.warn(
      'signatures_left_out',
      'The original is digitally signed. A signature holds for no other file: the result has none.',
    );
  return {
    bytes: result.changed ? result.write() : original,
    counts: countRevisions(result.changedTrees),
    degradedBlocks: report.degradedBlocks,
    warnings: report.warnings,
  };
}

/** A finished comparison. `apart`: comments of the revised that are not taken for the original's. */
function merged(
  packages: Pick<Comparison, 'original' | 'revised'>,
  stamp: RevisionStamp,
  guide: Guide | undefined,
  apart: ReadonlySet<string>,
): Comparison {
  const comparison = prepare(packages, stamp, guide, apart);
  mergeBody(comparison);
  mergeNotes(comparison);
  mergeHeaders(comparison);
  return comparison;
}

/** Comments of the revised that, with all revisions accepted, would be about another text than they are there. */
function misplacedComments({ wanted, got }: BodyRanges, translation: Translation): Set<string> {
  return new Set(
    [...wanted.comments].filter(([id, text]) => got.comments.get(translation.commentOf(id)) !== text).map(([id]) => id),
  );
}

function prepare(
  { original, revised }: Pick<Comparison, 'original' | 'revised'>,
  stamp: RevisionStamp,
  guide: Guide | undefined,
  apart: ReadonlySet<string>,
): Comparison {
  const identity = new TargetIdentity();
  const result = new ResultPackage(original.package, identity);
  const plain = new Canonical((id) => id);
  const ids = adoptDefinitions({ original, revised, result, canonical: plain, apart });
  const roots = textRoots(original);
  const revisions = new RevisionWriter(stamp, Math.max(...roots.map(highestId)) + 1);
  const report = new RedlineReport();
  tellUntracked(
    report,
    ids,
    adoptSettings(original, revised, result, plain),
    partsThatDiffer(original, revised, identity),
  );
  const translation = new Translation(
    revised.package,
    result,
    ids,
    new KnownRanges(roots, textRoots(revised)),
    () => revisions.takeId(),
    firstFreeNote(original, revised),
    Math.max(...roots.map(highestDrawing)) + 1,
  );
  const vocabulary = new Vocabulary();
  const things = new ThingCharacters();
  const swapped = comesAfter(original, revised);
  const matcher =
    guide === undefined
      ? null
      : new GuidedMatcher(guide, { original: readTrees(original), revised: readTrees(revised) });
  const notes = new Map<string, string>();
  const sections = new Map<XmlElement, SectionOrigins>();
  const contexts = new Map<string, StoryContext>();
  const comparison: Comparison = {
    original,
    revised,
    result,
    translation,
    revisions,
    notes,
    sections,
    report,
    contextOf: (partName) => {
      let context = contexts.get(partName);
      if (context === undefined) {
        context = {
          revisions,
          vocabulary,
          swapped,
          guide: matcher,
          things,
          canonical: new Canonical((id) => result.identityOf(partName, id)),
          isNew: (position) => translation.isNew(position),
          onSection: (section, a, b) => void sections.set(section, { a, b }),
          onDegraded: () => {
            report.degradedBlocks += 1;
          },
          onUntrackable: (name) => {
            report.untrackable.add(name);
            report.warn(
              'not_trackable',
              `Something that no revision can show differs (${name}); the original's stays.`,
            );
          },
          onSharedNote: (a, b) => void notes.set(noteKey(a), b.attributes.get('w:id') ?? ''),
        };
        contexts.set(partName, context);
      }
      return context;
    },
  };
  return comparison;
}

/** The body and the notes as a reader reads them: revisions accepted. */
function readTrees({ package: archive, mainPart, document }: WordPackage): XmlElement[] {
  const notes = ['footnotes', 'endnotes'].flatMap((kind) => {
    const name = archive.related(mainPart, kind);
    return name === undefined ? [] : (archive.tree(name) ?? []);
  });
  return [document, ...notes].map((tree) => resolveRevisions(tree, 'revised'));
}

/** Whether the first document comes after the second in an order of their own: by length of the text, text, then bytes. */
function comesAfter(a: WordPackage, b: WordPackage): boolean {
  const [x, y] = [innerText(a.document), innerText(b.document)];
  if (x.length !== y.length) return x.length > y.length;
  if (x !== y) return x > y;
  const bytesOf = ({ package: archive, mainPart }: WordPackage): Uint8Array =>
    archive.part(mainPart)?.bytes ?? new Uint8Array();
  return Buffer.compare(bytesOf(a), bytesOf(b)) > 0;
}

/** An id above those of the original's notes, and of the separators that come with the first notes of the revised. */
function firstFreeNote(original: WordPackage, revised: WordPackage): number {
  let highest = 0;
  for (const { package: archive, mainPart } of [original, revised]) {
    for (const kind of ['footnote', 'endnote']) {
      const name = archive.related(mainPart, `${kind}s`);
      for (const note of childrenOf(name === undefined ? undefined : archive.tree(name)))
        if (archive === original.package || isSeparator(note))
          highest = Math.max(highest, integerOf(note.attributes.get('w:id')) ?? 0);
    }
  }
  return highest + 1;
}

function mergeBody(comparison: Comparison): void {
  const { original, revised, result, translation } = comparison;
  const context = comparison.contextOf(original.mainPart);
  const a = resolveRevisions(original.document, 'revised');
  const b = translation.part(resolveRevisions(revised.document, 'revised'), revised.mainPart, original.mainPart);
  const [aBody, bBody] = [childOf(a, 'w:body'), childOf(b, 'w:body')];
  const [aChildren, bChildren] = [aBody?.children ?? [], bBody?.children ?? []];
  const merged = mergeChecked(aChildren, bChildren, comparison, context);
  const [aSection, bSection] = [childOf(aBody, 'w:sectPr'), childOf(bBody, 'w:sectPr')];
  const section = sharedSection(aSection, bSection, context);
  const body = element('w:body', aBody?.attributes, [...merged, ...(section === undefined ? [] : [section])]);
  const background = childOf(b, 'w:background');
  const isBackground = context.canonical.of(childOf(a, 'w:background')) === context.canonical.of(background);
  if (!isBackground)
    comparison.report.warn(
      'background_differs',
      'The backgrounds of the pages differ; no revision can show that, and the file has that of the revised document.',
    );
  const own = withoutSection(aChildren);
  const unchanged =
    isBackground &&
    a === original.document &&
    section === aSection &&
    merged.length === own.length &&
    merged.every((node, index) => node === own[index]);
  if (unchanged) return;
  result.setTree(original.mainPart, {
    ...a,
    attributes: withIgnorable(a, b),
    children: [
      ...(isBackground || background === undefined ? [] : [background]),
      ...a.children
        .filter((child) => isBackground || !isElement(child, 'w:background'))
        .map((child) => (child === aBody ? dropLonePositions(body, translation) : child)),
    ],
  });
}

function withoutSection(children: readonly XmlNode[]): XmlNode[] {
  return children.filter((child) => !isElement(child, 'w:sectPr') && !isElement(child, 'w:proofErr'));
}
