/** Puts the revisions of the original into the properties of a paragraph: of its mark, formatting, numbering and section. */
import { childOf, element, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { AlignedLeaf } from './align-story.ts';
import { changeIn, withOwnChanges } from './own-changes.ts';
import { stamped } from './stamps.ts';
import { bare, insertionsOf, isMark, markOf, markProperties, type Leaf } from './story-leaves.ts';

/** The original's changes of a paragraph and of its mark. */
interface OwnChanges {
  readonly own: XmlElement | undefined;
  readonly mark: XmlElement | undefined;
}

/**
 * The properties of a paragraph of the redline with the original's revisions in them: none, one list, or two. The second
 * one is of an empty paragraph behind it. `displaced` receives changes of the original that have no place.
 */
export function keptProperties(
  properties: XmlElement | undefined,
  leaf: AlignedLeaf,
  displaced: Set<XmlElement>,
): [first?: XmlElement, second?: XmlElement] {
  const { own, stamp } = leaf;
  const ofOriginal = own === null ? undefined : childOf(own.node, 'w:pPr');
  const list =
    properties === undefined || ofOriginal === undefined
      ? properties
      : withOwnChanges(properties, ofOriginal, displaced);
  const mark = childOf(list, 'w:rPr');
  const ours = childOf(list, 'w:pPrChange');
  // A deleted mark takes the stamp of its deletion.
  const change = ours === undefined || leaf.leaf.deleted !== null ? ours : stamped(ours, stamp);
  const former = changesOf(own);
  const isTwice = (change !== undefined && former.own !== undefined) || (changeIn(mark) && former.mark);
  const section = childOf(list, 'w:sectPr');
  if (isTwice && section === undefined) return twoMarks(list!, change, leaf, former);
  /** The change of ours displaces the original's. */
  const only = (ours: XmlElement | undefined, other: XmlElement | undefined): XmlElement | undefined => {
    if (ours !== undefined && other !== undefined) displaced.add(other);
    return ours ?? other;
  };
  const changeOfMark = only(changeIn(mark), former.mark);
  const last = only(change, former.own);
  const kept = [...insertionsOf(own), ...(own?.idle === undefined ? [] : [own.idle])].map(bare);
  if (list === undefined && kept.length === 0 && last === undefined && changeOfMark === undefined) return [];
  const marks = (mark?.children ?? [])
    .filter((child) => child !== changeIn(mark))
    .map((child) => (isMark(child) ? stamped(child, stamp) : child));
  const ofMark = [...kept, ...marks, ...present(changeOfMark)];
  const rest = (list?.children ?? []).filter((child) => child !== mark && child !== ours && child !== section);
  return [
    element('w:pPr', list?.attributes, [
      ...rest,
      ...(mark === undefined && ofMark.length === 0 ? [] : [element('w:rPr', mark?.attributes, ofMark)]),
      ...present(section),
      ...present(last),
    ]),
  ];
}

/**
 * A paragraph states one former formatting, and so does its mark. So the mark with the original's changes is deleted,
 * and a mark with the new formatting is inserted behind it.
 */
function twoMarks(
  properties: XmlElement,
  change: XmlElement | undefined,
  { own, stamp }: AlignedLeaf,
  former: OwnChanges,
): [first: XmlElement, second?: XmlElement] {
  const mark = childOf(properties, 'w:rPr');
  const changeOfMark = changeIn(mark);
  const gone = markOf(mark, 'deleted');
  const author = change ?? changeOfMark!;
  const ours = (name: string): XmlElement => element(name, author.attributes);
  const ofMark = (mark?.children ?? []).filter((child) => child !== changeOfMark && !isMark(child));
  const formerOfMark = changeOfMark === undefined ? ofMark : (childOf(changeOfMark, 'w:rPr')?.children ?? []);
  const ofParagraph = properties.children.filter((child) => child !== mark && !isElement(child, 'w:pPrChange'));
  const deleted = gone === null ? ours('w:del') : stamped(gone, stamp);
  const first = element('w:pPr', {}, [
    ...(change === undefined ? ofParagraph : (childOf(change, 'w:pPr')?.children ?? [])),
    element('w:rPr', {}, [...insertionsOf(own).map(bare), deleted, ...formerOfMark, ...present(former.mark)]),
    ...present(former.own),
  ]);
  if (gone !== null) return [first];
  const inserted = element('w:rPr', {}, [ours('w:ins'), ...ofMark]);
  return [first, element('w:pPr', properties.attributes, [...ofParagraph, inserted])];
}

function changesOf(own: Leaf | null): OwnChanges {
  return { own: own?.format ?? undefined, mark: own === null ? undefined : changeIn(markProperties(own.node)) };
}

/** A list of one element, or of none. */
function present(node: XmlElement | undefined): XmlElement[] {
  return node === undefined ? [] : [node];
}
