/**
 * Revisions of the inputs stay in the redline. Accepting all gives the revised document with its revisions accepted.
 * Rejecting what the original does not have gives the original with its own revisions, authors and dates.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { innerText, isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { readPackage } from '../../../service/redline/verify/package-reading.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { resolveRevisions } from '../../../service/ooxml/resolve-revisions.ts';
import { ResultPackage } from '../../../service/redline/package/result-package.ts';
import { TargetIdentity } from '../../../service/redline/package/target-identity.ts';
import { textPartsOf } from '../../../service/redline/package/text-roots.ts';
import { declarationKeys } from '../../../service/pipeline/undisclosed/own-revisions.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { randomFrom, RUNS_ALL, SEED } from '../../seed/seed.ts';

const STAMP = { author: 'Comparison', date: '2026-05-06T07:08:09Z' };

/** The texts of all marks, joined where neighbours have one author, date and kind. */
async function marksOf(bytes: Uint8Array): Promise<string[]> {
  const { document } = await openWordPackage(bytes);
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
  visit(document, []);
  return found.map(([key, text]) => `${key}: ${text}`);
}

/** Every character and paragraph mark with the revisions on it. Runs may be cut in other places. */
async function spellingOf(bytes: Uint8Array): Promise<string[]> {
  const { document } = await openWordPackage(bytes);
  const found: string[] = [];
  const nameOf = ({ name, attributes }: XmlElement): string =>
    [name, attributes.get('w:author'), attributes.get('w:date')].join(' ');
  const marksAmong = (nodes: readonly (XmlElement | string)[]): string[] =>
    nodes.flatMap((node) => (isElement(node) && node.attributes.has('w:author') ? [nameOf(node)] : []));
  const visit = (node: XmlElement, marks: readonly string[]): void => {
    const own = node.attributes.has('w:author') ? [...marks, nameOf(node)] : marks;
    if (node.name === 'w:pPr' || node.name === 'w:rPr') return;
    if (node.name === 'w:t' || node.name === 'w:delText') {
      for (const character of innerText(node)) found.push([character, ...own].join(' | '));
      return;
    }
    const properties = node.children.filter((child) => isElement(child, node.name === 'w:p' ? 'w:pPr' : 'w:rPr'));
    const inside = properties.flatMap((each) => marksAmong(each.children));
    const isRun = node.name === 'w:r';
    for (const child of node.children) if (isElement(child)) visit(child, isRun ? [...own, ...inside] : own);
    const mark = properties.flatMap((each) => each.children).find((child) => isElement(child, 'w:rPr'));
    if (node.name === 'w:p')
      found.push(['¶', ...own, ...inside, ...(isElement(mark) ? marksAmong(mark.children) : [])].join(' | '));
  };
  visit(document, []);
  return found;
}

/** The file with all revisions rejected whose author and date no revision of the original has. */
async function rejectedBeyond(original: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const known = await declarationKeys(original);
  const opened = await openWordPackage(bytes);
  const result = new ResultPackage(opened.package, new TargetIdentity());
  const named = (node: XmlElement, nameOf: (node: XmlElement) => string): XmlElement => ({
    ...node,
    name: nameOf(node),
    children: node.children.map((child) => (isElement(child) ? named(child, nameOf) : child)),
  });
  for (const [name, root] of textPartsOf(opened)) {
    const hidden = named(root, (node) => {
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

interface Kept {
  readonly bytes: Uint8Array;
  readonly warnings: readonly string[];
}

/** The redline with kept revisions, whose laws are checked here by readers of their own. */
async function kept(original: Uint8Array, revised: Uint8Array): Promise<Kept> {
  const { bytes, warnings } = await writeRedline(original, revised, STAMP, undefined, 'keep');
  expect(await readPackage(bytes, 'revised')).toEqual(await readPackage(revised, 'revised'));
  const rejected = await rejectedBeyond(original, bytes);
  const codes = warnings.map(({ code }) => code).filter((code) => code.startsWith('revisions_'));
  if (codes.length === 0) {
    expect(await readPackage(rejected, 'original')).toEqual(await readPackage(original, 'original'));
    expect(await readPackage(rejected, 'revised')).toEqual(await readPackage(original, 'revised'));
  }
  return { bytes, warnings: codes };
}

const DATES = { Ann: '2026-01-02T03:04:05Z', Bob: '2026-02-03T04:05:06Z', Cem: '2026-03-04T05:06:07Z' } as const;
type Author = keyof typeof DATES;
const stampOf = (author: Author): string => `w:id="1" w:author="${author}" w:date="${DATES[author]}"`;

function mark(author: Author, kind: 'ins' | 'del', ...runs: string[]): string {
  const content = runs.map((text) => r(text)).join('');
  const inside = kind === 'ins' ? content : content.replaceAll('w:t ', 'w:delText ').replaceAll('w:t>', 'w:delText>');
  return `<w:${kind} ${stampOf(author)}>${inside}</w:${kind}>`;
}

/** A random paragraph of words with revisions; words also come plain, so that two of them differ and agree. */
function randomStory(random: () => number, authors: readonly Author[]): string {
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

it('warns by the part that new revisions of the revised document in notes and headers are not kept', async () => {
  const note = (more: string): string => `<w:footnote w:id="2">${wp(r('Note') + more)}</w:footnote>`;
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>';
  const file = (more: string) =>
    docx(wp(`${r('Body')}<w:r><w:footnoteReference w:id="2"/></w:r>`) + section, {
      footnotes: note(more),
      headers: { h1: wp(r('Head') + more) },
    });
  const marked = '<w:ins w:id="7" w:author="Bob" w:date="2026-01-02T03:04:05Z"><w:r><w:t>new</w:t></w:r></w:ins>';
  const warned = async (original: Uint8Array, revised: Uint8Array): Promise<string[]> =>
    (await writeRedline(original, revised, STAMP, undefined, 'keep')).warnings.map(({ message }) => message);
  const messages = await warned(file(''), file(marked));
  expect(messages).toEqual([expect.stringMatching(/word\/footnotes\.xml \(1\).*word\/h1\.xml \(1\)/u)]);
  // What both files have is not new.
  expect(await warned(file(marked), file(marked))).toEqual([]);
  expect(await warned(file(''), file(''))).toEqual([]);
});

describe('kept revisions', () => {
  it('the original’s revisions stay, and what differs beyond them is ours', async () => {
    const original = docx(wp(r('The fee is ') + mark('Ann', 'del', 'five ') + mark('Ann', 'ins', 'ten ') + r('euro.')));
    const revised = docx(
      wp(r('The fee is ') + mark('Ann', 'del', 'five ') + mark('Ann', 'ins', 'ten ') + r('pounds.')),
    );
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    expect(await marksOf(bytes)).toEqual([
      `w:del Ann ${DATES.Ann}: five `,
      `w:ins Ann ${DATES.Ann}: ten `,
      `w:del Comparison ${STAMP.date}: euro`,
      `w:ins Comparison ${STAMP.date}: pounds`,
    ]);
  });

  it('the revised document’s revisions keep author and date beside silent edits', async () => {
    const original = docx(wp(r('Pay within ten days of the invoice to the seller.')));
    const revised = docx(
      wp(
        r('Pay within ') +
          mark('Bob', 'del', 'ten') +
          mark('Cem', 'ins', 'fourteen') +
          r(' days of the invoice to the buyer.'),
      ),
    );
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    expect(await marksOf(bytes)).toEqual([
      `w:del Bob ${DATES.Bob}: ten`,
      `w:ins Cem ${DATES.Cem}: fourteen`,
      `w:del Comparison ${STAMP.date}: seller`,
      `w:ins Comparison ${STAMP.date}: buyer`,
    ]);
  });

  it('a deletion within an inserted text stays in it', async () => {
    const original = docx(wp(r('All ') + mark('Ann', 'ins', 'good and new ') + r('things.')));
    const { bytes, warnings } = await kept(original, docx(wp(r('All good things.'))));
    expect(warnings).toEqual([]);
    expect(await resolvePackage(bytes, 'revised').then((file) => marksOf(file))).toEqual([]);
    expect((await marksOf(bytes)).filter((each) => each.startsWith('w:ins Ann')).length).toBeGreaterThan(0);
  });

  it('an author and time that the original already has cannot be told apart', async () => {
    const own = `<w:ins w:id="1" w:author="${STAMP.author}" w:date="${STAMP.date}">${r('ten ')}</w:ins>`;
    const original = docx(wp(r('The fee is ') + own + r('euro.')));
    const { bytes, warnings } = await kept(original, docx(wp(r('The fee is ten pounds.'))));
    expect(warnings).toEqual(['revisions_not_kept']);
    expect(await resolvePackage(bytes, 'revised').then((file) => spellingOf(file))).toHaveLength(23);
  });

  it(`every file of generated revisions keeps its laws (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    let whole = 0;
    const ROUNDS = RUNS_ALL ? 100 : 20;
    for (let round = 0; round < ROUNDS; round += 1) {
      const original = docx(randomStory(random, ['Ann', 'Bob']));
      const revised = docx(randomStory(random, round % 2 === 0 ? ['Bob', 'Cem'] : ['Cem']));
      const { bytes, warnings } = await kept(original, revised);
      if (warnings.length > 0) continue;
      whole += 1;
      const rejected = await rejectedBeyond(original, bytes);
      expect(await spellingOf(rejected)).toEqual(await spellingOf(original));
    }
    expect({ whole, of: ROUNDS }).toEqual({ whole: ROUNDS, of: ROUNDS });
  });

  const root = corpusRoot();
  const folder = root === null ? '' : join(root, 'docx');
  const files = [
    'singles/S0109',
    'singles/S0556',
    'singles/S2843',
    'singles/S3025',
    'pairs/P0268',
    'pairs/P0507',
  ].concat(RUNS_ALL ? ['singles/S1651'] : []);
  const there = files.filter((id) =>
    existsSync(join(folder, `${id}${id.startsWith('pairs') ? '.original' : ''}.docx`)),
  );
  it.skipIf(there.length === 0).each(there)(
    `%s${root === null ? `: ${NO_CORPUS}` : ''}`,
    async (id) => {
      const isPair = id.startsWith('pairs');
      const returned = readFileSync(join(folder, `${id}${isPair ? '.revised' : ''}.docx`));
      const rejected = await resolvePackage(returned, 'original');
      const accepted = await resolvePackage(returned, 'revised');
      const pairs = isPair
        ? [[readFileSync(join(folder, `${id}.original.docx`)), returned]]
        : [
            [rejected, returned],
            [returned, accepted],
            [returned, rejected],
          ];
      for (const [original, revised] of pairs) {
        const { bytes, warnings } = await kept(original!, revised!);
        // Only marks of tables, which nobody can put back by their text, count as accepted.
        expect(warnings).toEqual(id === 'singles/S1651' && original !== rejected ? ['revisions_accepted'] : []);
        const left = await rejectedBeyond(original!, bytes);
        if (warnings.length === 0) expect(await spellingOf(left)).toEqual(await spellingOf(original!));
      }
    },
    240_000,
  );
});
