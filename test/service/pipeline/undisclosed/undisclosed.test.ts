/**
 * Undisclosed edits: a returned file with tracked revisions is edited behind them, by a script, in every way that the
 * list names. Each edit is found, and no declared one is listed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UndisclosedKind } from '../../../../shared/change/undisclosed.ts';
import { openWordPackage } from '../../../../service/ooxml/package.ts';
import { resolvePackage } from '../../../../service/redline/verify/resolve-package.ts';
import { ResultPackage } from '../../../../service/redline/package/result-package.ts';
import { TargetIdentity } from '../../../../service/redline/package/target-identity.ts';
import {
  childOf,
  element,
  innerText,
  isElement,
  valueOf,
  withChildren,
  type XmlElement,
} from '../../../../service/ooxml/xml-tree.ts';
import { findUndisclosed } from '../../../../service/pipeline/undisclosed/find-undisclosed.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { randomFrom, RUNS_ALL, SEED } from '../../../seed/seed.ts';
import { docx, r, wp } from '../../../builders/docx.ts';

/** Rewrites the nth element that can be edited. Null: leave it as it is. */
type Edit = (node: XmlElement) => XmlElement | null;

const properties = (run: XmlElement, ...added: XmlElement[]): XmlElement => {
  const rest = run.children.filter((child) => !isElement(child, 'w:rPr'));
  const own = run.children.find((child): child is XmlElement => isElement(child, 'w:rPr'));
  return withChildren(run, [withChildren(own ?? element('w:rPr'), [...added, ...(own?.children ?? [])]), ...rest]);
};
const textOf = (run: XmlElement): string =>
  run.children.map((child) => (isElement(child, 'w:t') ? innerText(child) : '')).join('');
const withText = (run: XmlElement, change: (text: string) => string): XmlElement => {
  let done = false;
  return withChildren(
    run,
    run.children.map((child) => {
      if (done || !isElement(child, 'w:t')) return child;
      done = true;
      return element('w:t', { 'xml:space': 'preserve' }, [change(innerText(child))]);
    }),
  );
};

/** The edits by the kinds that must be listed for them. Each needs a run of letters. */
const EDITS: readonly (readonly [name: string, kinds: readonly UndisclosedKind[], edit: Edit])[] = [
  ['a word more', ['change'], (run) => withText(run, (text) => `${text} nevertheless`)],
  ['a word replaced', ['change'], (run) => withText(run, (text) => text.replace(/\p{L}{3,}/u, 'zebra'))],
  ['text deleted', ['change'], (run) => withText(run, (text) => text.replace(/\p{L}{3,}/u, ''))],
  [
    'a look-alike letter',
    ['look_alike_letters'],
    (run) => (/[aeo]/u.test(textOf(run)) ? withText(run, (text) => text.replace(/[aeo]/u, swapped)) : null),
  ],
  [
    'a zero-width space',
    ['invisible_characters'],
    (run) => withText(run, (text) => text.replace(/(\p{L})(\p{L})/u, '$1\u200B$2')),
  ],
  ['hidden text', ['hidden_text'], (run) => properties(run, element('w:vanish'))],
  ['white text', ['white_text'], (run) => properties(run, element('w:color', { 'w:val': 'FFFFFF' }))],
  [
    'bold text',
    ['change'],
    (run) => (styled.has(run) ? null : properties(run, element('w:b', { 'w:val': isBold(run) ? '0' : '1' }))),
  ],
];

/** Runs with a style around them. Its letters may be bold already, as in headings, so that bold shows nothing new. */
const styled = new WeakSet<XmlElement>();

function swapped(letter: string): string {
  return { a: 'а', e: 'е', o: 'о' }[letter]!;
}
function isBold(run: XmlElement): boolean {
  const own = run.children.find((child): child is XmlElement => isElement(child, 'w:rPr'));
  return own?.children.some((child) => isElement(child, 'w:b')) === true;
}

const TRACKED = /^w:(?:ins|del|moveFrom|moveTo)$/;

/** Runs with letters outside revisions, fields, links and pictures, in order. */
function editable(node: XmlElement, found: XmlElement[] = [], inStyle = false): XmlElement[] {
  const isStyled =
    inStyle ||
    valueOf(childOf(node, 'w:pPr'), 'w:pStyle') !== undefined ||
    valueOf(childOf(node, 'w:tblPr'), 'w:tblStyle') !== undefined;
  let depth = 0;
  for (const child of node.children) {
    if (
      !isElement(child) ||
      TRACKED.test(child.name) ||
      /^(?:w:sdt|w:hyperlink|w:fldSimple|mc:|w:pict)/.test(child.name)
    )
      continue;
    if (child.name === 'w:r') {
      const fields = child.children.filter((each): each is XmlElement => isElement(each, 'w:fldChar'));
      for (const field of fields) {
        const type = field.attributes.get('w:fldCharType');
        depth += type === 'begin' ? 1 : type === 'end' ? -1 : 0;
      }
      const isPlain = child.children.every((each) => isElement(each, 'w:t') || isElement(each, 'w:rPr'));
      const isMarked = JSON.stringify(child.children).includes('rPrChange');
      const hasLook = JSON.stringify([...child.children]).match(/w:(?:vanish|color|rStyle|b)"/u) !== null;
      if (depth === 0 && isPlain && !isMarked && !hasLook && /\p{L}{3}/u.test(textOf(child))) {
        found.push(child);
        if (isStyled) styled.add(child);
      }
    } else editable(child, found, isStyled);
  }
  return found;
}

function replacedIn(node: XmlElement, from: XmlElement, to: XmlElement): XmlElement {
  if (node === from) return to;
  const children = node.children.map((child) => (isElement(child) ? replacedIn(child, from, to) : child));
  return children.every((child, at) => child === node.children[at]) ? node : withChildren(node, children);
}

async function edited(bytes: Uint8Array, edit: Edit, random: () => number): Promise<Uint8Array | null> {
  const { package: archive, mainPart, document } = await openWordPackage(bytes);
  const runs = editable(document);
  for (let tries = 0; tries < 10 && runs.length > 0; tries += 1) {
    const run = runs[Math.floor(random() * runs.length)]!;
    const next = edit(run);
    if (next === null || JSON.stringify(next.children) === JSON.stringify(run.children)) continue;
    const result = new ResultPackage(archive, new TargetIdentity());
    result.setTree(mainPart, replacedIn(document, run, next));
    return result.write();
  }
  return null;
}

const MUTATIONS = RUNS_ALL ? 200 : 24;

describe('undisclosed edits', () => {
  const root = corpusRoot();
  const folder = root === null ? '' : join(root, 'docx/singles');
  const tracked = ['S0109', 'S0117', 'S0311', 'S0413', 'S0414', 'S0454', 'S0529', 'S0532', 'S0556', 'S0577', 'S1130']
    .concat(['S1135', 'S1137', 'S1217'])
    .filter((id) => existsSync(join(folder, `${id}.docx`)));

  it.skipIf(tracked.length === 0)(
    `${MUTATIONS} edits behind tracked revisions are found, and no declared one is listed${root === null ? `: ${NO_CORPUS}` : ''}`,
    async () => {
      const random = randomFrom(SEED);
      const files = [];
      for (const id of tracked) {
        const returned = readFileSync(join(folder, `${id}.docx`));
        const sent = await resolvePackage(returned, 'original');
        const { items, declared } = await findUndisclosed(sent, returned);
        expect({ id, items }).toEqual({ id, items: [] });
        expect(declared.length).toBeGreaterThan(0);
        files.push({ id, sent, returned });
      }
      let done = 0;
      const missed: string[] = [];
      for (let at = 0; done < MUTATIONS && at < MUTATIONS * 3; at += 1) {
        const { id, sent, returned } = files[at % files.length]!;
        const [name, kinds, edit] = EDITS[Math.floor(random() * EDITS.length)]!;
        const bytes = await edited(returned, edit, random);
        if (bytes === null) continue;
        done += 1;
        const { items } = await findUndisclosed(sent, bytes);
        const found = new Set(items.map(({ kind }) => kind));
        if (!kinds.every((kind) => found.has(kind))) missed.push(`${id}: ${name}: ${[...found].join(', ')}`);
        if (items.length > 2) missed.push(`${id}: ${name} is listed as ${items.length} edits`);
      }
      expect(missed).toEqual([]);
      expect(done).toBe(MUTATIONS);
    },
    600_000,
  );

  it('properties, fields and revisions of the sent file', async () => {
    const mark = (author: string, kind: 'ins' | 'del', text: string): string =>
      `<w:${kind} w:id="1" w:author="${author}" w:date="2026-01-02T03:04:05Z"><w:r><w:${kind === 'ins' ? 't' : 'delText'} xml:space="preserve">${text}</w:${kind === 'ins' ? 't' : 'delText'}></w:r></w:${kind}>`;
    const paragraph = (...content: string[]): Uint8Array => docx(wp(content.join('')));
    const sent = paragraph(r('The fee is '), mark('Ann', 'ins', 'ten '), r('euro.'));
    const bobs = [mark('Bob', 'del', 'euro.'), mark('Bob', 'ins', 'pounds.')];
    const returned = paragraph(r('The fee is '), mark('Ann', 'ins', 'ten '), ...bobs);
    const { differs, declared } = await findUndisclosed(sent, returned);
    expect({ differs, declared }).toEqual({ differs: false, declared: [{ author: 'Bob', revisions: 2 }] });
    const silent = paragraph(r('The fee is '), mark('Ann', 'ins', 'two '), ...bobs);
    const found = await findUndisclosed(sent, silent);
    expect(found.items).toMatchObject([{ kind: 'change', sentence: '“ten” became “two”.' }]);
    const field = (code: string): string => `<w:fldSimple w:instr="${code}"><w:r><w:t>5</w:t></w:r></w:fldSimple>`;
    const codes = await findUndisclosed(docx(wp(field(' REF a '))), docx(wp(field(' REF b '))));
    expect(codes.items.map(({ kind, sentence }) => [kind, sentence])).toEqual([
      ['field_code', 'The code of a field was: “REF a”.'],
      ['field_code', 'The code of a field is now: “REF b”.'],
      // It also says where the result is.
      ['outside_text', 'The same text has another formatting: “5”, “field REF a” became “field REF b”.'],
    ]);
  });
});
