/** What the tests of kept revisions share: redlines held against their laws, and stories with revisions. */
import { expect } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { childOf, childrenOf, innerText, isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { readPackage } from '../../../service/redline/verify/package-reading.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { resolveRevisions } from '../../../service/ooxml/resolve-revisions.ts';
import { ResultPackage } from '../../../service/redline/package/result-package.ts';
import { TargetIdentity } from '../../../service/redline/package/target-identity.ts';
import { textPartsOf } from '../../../service/redline/package/text-roots.ts';
import { declarationKeys } from '../../../service/pipeline/undisclosed/own-revisions.ts';
import { r, wp } from '../../builders/docx.ts';

export const STAMP = { author: 'Comparison', date: '2026-05-06T07:08:09Z' };

/**
 * The stories of a file by what a reader calls them: the body, the notes in the order of their references, and the
 * headers and footers of each section.
 */
export async function storiesOf(bytes: Uint8Array): Promise<[name: string, story: XmlElement][]> {
  const { package: archive, mainPart, document } = await openWordPackage(bytes);
  const relationships = archive.relationshipsOf(mainPart);
  const stories = new Map<string, XmlElement>([['body', childOf(document, 'w:body')!]]);
  const seen = new Map<string, string>();
  const shown = new Map<string, string>();
  let section = 0;
  const visit = (node: XmlElement): void => {
    const kind = /^w:(footnote|endnote)Reference$/.exec(node.name)?.[1];
    if (kind !== undefined) {
      const id = node.attributes.get('w:id')!;
      const part = archive.related(mainPart, `${kind}s`);
      const note = childrenOf(archive.tree(part!)).find((each) => each.attributes.get('w:id') === id);
      if (!seen.has(`${kind} ${id}`)) seen.set(`${kind} ${id}`, `${kind} ${seen.size + 1}`);
      if (note !== undefined) stories.set(seen.get(`${kind} ${id}`)!, note);
    }
    if (node.name === 'w:sectPr') {
      for (const child of childrenOf(node)) {
        const target = relationships.get(child.attributes.get('r:id') ?? '')?.target;
        if (target !== undefined)
          shown.set(`${child.name.slice(2, 8)} ${child.attributes.get('w:type') ?? 'default'}`, target);
      }
      section += 1;
      for (const [place, part] of shown) {
        const root = archive.tree(part);
        if (root !== undefined) stories.set(`section ${section} ${place}`, root);
      }
    }
    for (const child of node.children) if (isElement(child) && !child.name.endsWith('Change')) visit(child);
  };
  visit(document);
  return [...stories];
}

/** The texts of all marks, joined where neighbours have one author, date and kind. */
export async function marksOf(bytes: Uint8Array, ofStory = 'body'): Promise<string[]> {
  const story = (await storiesOf(bytes)).find(([name]) => name === ofStory)?.[1];
  const found: [key: string, text: string][] = [];
  let last: XmlElement | null = null;
  const visit = (node: XmlElement, siblings: readonly (XmlElement | string)[]): void => {
    if (/^w:(?:ins|del|moveFrom|moveTo|rPrChange|pPrChange)$/.test(node.name)) {
      const key = [node.name, node.attributes.get('w:author'), node.attributes.get('w:date')].join(' ');
      const before = siblings[siblings.indexOf(node) - 1];
      if (before !== undefined && before === last && found.at(-1)?.[0] === key) found.at(-1)![1] += innerText(node);
      else found.push([key, innerText(node)]);
      last = node;
    }
    for (const child of node.children) if (isElement(child)) visit(child, node.children);
  };
  if (story !== undefined) visit(story, []);
  return found.map(([key, text]) => `${key}: ${text}`);
}

/**
 * Every character, note reference, paragraph mark and row of all stories, with the authors, dates and kinds of the
 * revisions on it. Runs may be cut in other places.
 */
export async function spellingOf(bytes: Uint8Array): Promise<string[]> {
  const found: string[] = [];
  const nameOf = ({ name, attributes }: XmlElement): string =>
    [name, attributes.get('w:author'), attributes.get('w:date')].join(' ');
  /** In a list of properties and the lists in it. */
  const marksIn = (nodes: readonly (XmlElement | string)[]): string[] =>
    nodes.flatMap((node) => {
      if (!isElement(node)) return [];
      return [...(node.attributes.has('w:author') ? [nameOf(node)] : []), ...marksIn(node.children)];
    });
  const visit = (node: XmlElement, marks: readonly string[]): void => {
    const own = node.attributes.has('w:author') ? [...marks, nameOf(node)] : marks;
    if (/^w:(?:[pr]|tr|tc|tbl|sect)Pr$/.test(node.name) || node.name === 'w:tblPrEx') return;
    if (node.name === 'w:t' || node.name === 'w:delText') {
      const isSpaced = node.attributes.get('xml:space') === 'preserve';
      const text = innerText(node);
      for (const character of isSpaced ? text : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''))
        found.push([character, ...own].join(' | '));
      return;
    }
    if (node.name === 'm:t') found.push([innerText(node), ...own].join(' | '));
    if (/^w:(?:foot|end)noteReference$/.test(node.name)) found.push(['*', ...own].join(' | '));
    const properties = node.children.filter((child) => isElement(child) && isListOf(node, child));
    const inside = marksIn(properties).sort();
    const isRun = node.name === 'w:r';
    for (const child of node.children) if (isElement(child)) visit(child, isRun ? [...own, ...inside] : own);
    if (node.name === 'w:p') found.push(['¶', ...own, ...inside].join(' | '));
    else if (/^w:t(?:bl|r|c)$/.test(node.name)) found.push([node.name, ...inside].join(' | '));
  };
  for (const [name, story] of await storiesOf(bytes)) {
    found.push(`— ${name}`);
    for (const child of story.children) if (isElement(child)) visit(child, []);
    found.push(['end', ...marksIn(story.children.filter((child) => isElement(child, 'w:sectPr')))].join(' | '));
  }
  return found;
}

function isListOf({ name }: XmlElement, list: XmlElement): boolean {
  return list.name === `${name}Pr` || (name === 'w:tr' && list.name === 'w:tblPrEx');
}

/** Authors and dates of the revisions of every story, in order and without repetition. */
export async function stampsOf(bytes: Uint8Array): Promise<string[]> {
  const stamps = new Set<string>();
  const visit = (node: XmlElement, name: string): void => {
    const [author, date] = [node.attributes.get('w:author'), node.attributes.get('w:date')];
    if (author !== undefined && name !== '') stamps.add(`${name}: ${author} ${date ?? ''}`);
    for (const child of node.children) if (isElement(child)) visit(child, name);
  };
  for (const [name, story] of await storiesOf(bytes)) visit(story, name);
  return [...stamps].sort();
}

/** The file with all revisions rejected whose author and date no revision of the original has. */
export async function rejectedBeyond(original: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const grids = new Set<string>();
  for (const [, root] of textPartsOf(await openWordPackage(original)))
    for (const change of namedIn(root, 'w:tblGridChange')) grids.add(contentOf(change));
  return rejectedExcept(bytes, new Set([...(await declarationKeys(original)), ...grids]));
}

function namedIn(node: XmlElement, name: string): XmlElement[] {
  return childrenOf(node).flatMap((child) => (child.name === name ? [child] : namedIn(child, name)));
}

/** A changed grid has no author and no date. Its former columns tell it apart. */
function contentOf(node: XmlElement): string {
  return JSON.stringify(childrenOf(node).flatMap((grid) => childrenOf(grid).map(({ attributes }) => [...attributes])));
}

/** The file with all revisions rejected except those of these authors and dates: `author\ndate`. */
export async function rejectedExcept(bytes: Uint8Array, known: ReadonlySet<string>): Promise<Uint8Array> {
  const opened = await openWordPackage(bytes);
  const result = new ResultPackage(opened.package, new TargetIdentity());
  const named = (node: XmlElement, nameOf: (node: XmlElement) => string): XmlElement => ({
    ...node,
    name: nameOf(node),
    children: node.children.map((child) => (isElement(child) ? named(child, nameOf) : child)),
  });
  for (const [name, root] of textPartsOf(opened)) {
    const hidden = named(root, (node) => {
      if (node.name === 'w:tblGridChange') return known.has(contentOf(node)) ? `known-${node.name}` : node.name;
      const key = `${node.attributes.get('w:author') ?? ''}\n${node.attributes.get('w:date') ?? ''}`;
      return node.attributes.has('w:author') && known.has(key) ? `known-${node.name}` : node.name;
    });
    result.setTree(
      name,
      named(resolveRevisions(hidden, 'original'), (node) => node.name.replace('known-', '')),
    );
  }
  return result.write();
}

export interface Kept {
  readonly bytes: Uint8Array;
  /** Codes and messages of the warnings about revisions. */
  readonly warnings: readonly string[];
  readonly messages: readonly string[];
}

/** The redline with kept revisions, whose laws are checked here by readers of their own. */
export async function kept(original: Uint8Array, revised: Uint8Array): Promise<Kept> {
  const { bytes, warnings } = await writeRedline(original, revised, STAMP, undefined, 'keep');
  expect(await readPackage(bytes, 'revised')).toEqual(await readPackage(revised, 'revised'));
  const rejected = await rejectedBeyond(original, bytes);
  const ofRevisions = warnings.filter(({ code }) => code.startsWith('revisions_'));
  const codes = ofRevisions.map(({ code }) => code);
  if (codes.length === 0) {
    expect(await readPackage(rejected, 'original')).toEqual(await readPackage(original, 'original'));
    expect(await readPackage(rejected, 'revised')).toEqual(await readPackage(original, 'revised'));
  }
  return { bytes, warnings: codes, messages: ofRevisions.map(({ message }) => message) };
}

export const DATES = { Ann: '2026-01-02T03:04:05Z', Bob: '2026-02-03T04:05:06Z', Cem: '2026-03-04T05:06:07Z' } as const;
export type Author = keyof typeof DATES;
export const stampOf = (author: Author): string => `w:id="1" w:author="${author}" w:date="${DATES[author]}"`;

export function mark(author: Author, kind: 'ins' | 'del', ...runs: string[]): string {
  const content = runs.map((text) => r(text)).join('');
  const inside = kind === 'ins' ? content : content.replaceAll('w:t ', 'w:delText ').replaceAll('w:t>', 'w:delText>');
  return `<w:${kind} ${stampOf(author)}>${inside}</w:${kind}>`;
}

/** Random paragraphs of words with revisions; words also come plain, so that two of them differ and agree. */
export function randomStory(random: () => number, authors: readonly Author[]): string {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let body = '';
  for (let paragraph = 0; paragraph < 4; paragraph += 1) {
    let content = '';
    for (let at = 0; at < 8; at += 1) {
      const word = `${words[at]!}${paragraph} `;
      const author = pick(authors);
      const chance = random();
      if (chance < 0.55) content += r(word);
      else if (chance < 0.7) content += mark(author, 'ins', word);
      else if (chance < 0.82) content += mark(author, 'del', word);
      else if (chance < 0.88) content += mark(author, 'del', word) + mark(author, 'ins', `new ${word}`);
      else if (chance < 0.94) content += r(word, `<w:b/><w:rPrChange ${stampOf(author)}><w:rPr/></w:rPrChange>`);
    }
    const chance = paragraph === 3 ? 1 : random();
    const author = pick(authors);
    const properties =
      chance < 0.15
        ? `<w:rPr><w:ins ${stampOf(author)}/></w:rPr>`
        : chance < 0.3
          ? `<w:rPr><w:del ${stampOf(author)}/></w:rPr>`
          : chance < 0.4
            ? `<w:jc w:val="center"/><w:pPrChange ${stampOf(author)}><w:pPr/></w:pPrChange>`
            : '';
    body += wp(content === '' ? r('filler') : content, properties);
  }
  return body;
}
