/**
 * Where the links, cross-references and contents entries of a reading lead: a walk of its own, beside the product's. A
 * bookmark goes with its text. If some of its text stays, the bookmark stays there.
 */
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { storyParts } from '../../../service/ooxml/part-uses.ts';
import { childOf, innerText, isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import type { Reading } from './strict-reading.ts';

const GONE: Readonly<Record<Reading, RegExp>> = {
  accepted: /^w:(?:del|moveFrom|cellDel)$/,
  rejected: /^w:(?:ins|moveTo|cellIns)$/,
};
const NAMED = /^\s*(?:REF|PAGEREF|NOTEREF)\s+"?([^\s"]+)|^\s*HYPERLINK\s+\\l\s+"?([^\s"]+)/i;
const CONTENT = /^w:(?:t|delText|tab|br|drawing|pict|sym|footnoteReference|endnoteReference)$/;

/** The names to which something leads and which no bookmark has, once for each reference of a reading. */
export async function danglingReferences(bytes: Uint8Array, reading: Reading): Promise<string[]> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const steps = storyParts(archive, mainPart).flatMap((part) => {
    const root = archive.tree(part);
    return root === undefined ? [] : stepsOf(root, { gone: GONE[reading], goes: false, markGoes: false });
  });
  const bookmarks = new Set(
    steps.filter((step, at) => step.kind === 'start' && stays(steps, at)).map(({ name }) => name),
  );
  return referredIn(steps).filter((name) => !bookmarks.has(name));
}

/** A piece of a story. `name` is what the piece is about: a bookmark, a target or an instruction. */
interface Step {
  readonly kind: 'start' | 'end' | 'content' | 'link' | 'code' | 'begin' | 'finish';
  readonly name: string;
  /** Id of a bookmark. */
  readonly id: string;
  readonly goes: boolean;
}

interface Around {
  readonly gone: RegExp;
  readonly goes: boolean;
  /** Whether the mark of the paragraph goes. */
  readonly markGoes: boolean;
}

/** A tree as steps in the order of the file. */
function stepsOf(node: XmlElement, around: Around): Step[] {
  const { name, attributes } = node;
  const value = (key: string): string => attributes.get(key) ?? '';
  const step = (kind: Step['kind'], about = '', goes = around.goes): Step => ({
    kind,
    name: about,
    id: value('w:id'),
    goes,
  });
  const isMarked = (list: XmlElement | undefined): boolean =>
    list?.children.some((child) => isElement(child) && around.gone.test(child.name)) === true;
  if (/^(?:mc:Fallback|w:pPr|w:rPr)$/.test(name)) return [];
  if (name === 'w:bookmarkStart') return [step('start', value('w:name'), around.goes || around.markGoes)];
  if (name === 'w:bookmarkEnd') return [step('end')];
  if (/^w:(?:instrText|delInstrText)$/.test(name)) return [step('code', innerText(node))];
  if (name === 'w:fldChar') {
    const type = value('w:fldCharType');
    return [step(type === 'begin' ? 'begin' : type === 'end' ? 'finish' : 'content')];
  }
  if (CONTENT.test(name)) return [step('content')];
  const goes =
    around.goes || around.gone.test(name) || (/^w:t[rc]$/.test(name) && isMarked(childOf(node, `${name}Pr`)));
  const markGoes = name === 'w:p' ? goes || isMarked(childOf(childOf(node, 'w:pPr'), 'w:rPr')) : around.markGoes;
  const inside = node.children.flatMap((child) =>
    isElement(child) ? stepsOf(child, { gone: around.gone, goes, markGoes }) : [],
  );
  if (name === 'w:p') return [...inside, step('content', '', markGoes)];
  if (name === 'w:fldSimple')
    return [step('begin', '', goes), step('code', value('w:instr'), goes), ...inside, step('finish', '', goes)];
  if (name !== 'w:hyperlink' || value('r:id') !== '' || value('w:anchor') === '') return inside;
  // A link of which nothing stays is gone.
  const isGone = inside.every((each) => each.goes || each.kind !== 'content');
  return [step('link', value('w:anchor'), isGone), ...inside];
}

/** Whether a bookmark stays: one that goes with its paragraph, or that loses content, keeps some other content. */
function stays(steps: readonly Step[], at: number): boolean {
  const { id, goes } = steps[at]!;
  let loses = goes;
  for (let next = at + 1; next < steps.length; next += 1) {
    const step = steps[next]!;
    if (step.kind === 'end' && step.id === id) return !loses;
    if (step.kind !== 'content') continue;
    if (!step.goes) return true;
    loses = true;
  }
  return !loses;
}

/** The targets of links and fields that stay. */
function referredIn(steps: readonly Step[]): string[] {
  const codes: string[] = [];
  return steps.flatMap(({ kind, name, goes }): string[] => {
    if (goes) return [];
    if (kind === 'link') return [name];
    if (kind === 'begin') codes.push('');
    if (kind === 'code' && codes.length > 0) codes.push(`${codes.pop()}${name}`);
    if (kind !== 'finish') return [];
    const [, first, place] = NAMED.exec(codes.pop() ?? '') ?? [];
    return [first ?? place].filter((target) => target !== undefined);
  });
}
