/** Who declared each change: generated revisions beside silent edits, and real files with several authors. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../shared/change/change.ts';
import { compareFiles, type FileComparison } from '../../../../service/pipeline/compare/compare-files.ts';
import { openWordPackage } from '../../../../service/ooxml/package.ts';
import { isElement, type XmlElement } from '../../../../service/ooxml/xml-tree.ts';
import { declaredRevisions } from '../../../../service/pipeline/undisclosed/own-revisions.ts';
import { ResultPackage } from '../../../../service/redline/package/result-package.ts';
import { TargetIdentity } from '../../../../service/redline/package/target-identity.ts';
import { resolvePackage } from '../../../../service/redline/verify/resolve-package.ts';
import { docx, r, wp } from '../../../builders/docx.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { randomFrom, SEED } from '../../../seed/seed.ts';

async function compared(original: Uint8Array, revised: Uint8Array): Promise<FileComparison> {
  const formats = { original: 'docx', revised: 'docx' } as const;
  const options = { mode: 'auto', attributeMode: 'semantic', complexity: 'extended' } as const;
  return await compareFiles({ formats, original, revised, ...options });
}

async function changesOf(original: Uint8Array, revised: Uint8Array): Promise<Change[]> {
  return (await compared(original, revised)).page(0, Number.MAX_SAFE_INTEGER).changes;
}

const DATES = { Ann: '2026-01-02T03:04:05Z', Bob: '2026-02-03T04:05:06Z' } as const;
type Author = keyof typeof DATES;

function mark(author: Author, kind: 'ins' | 'del', text: string): string {
  const element = kind === 'ins' ? 'w:t' : 'w:delText';
  return (
    `<w:${kind} w:id="1" w:author="${author}" w:date="${DATES[author]}">` +
    `<w:r><${element} xml:space="preserve">${text}</${element}></w:r></w:${kind}>`
  );
}

/** A paragraph of both files, and who made each of its edits, by the word that the edit adds or takes away. */
function paragraph(random: () => number, name: string): [sent: string, returned: string, made: [string, string][]] {
  const [sent, returned, made]: [string[], string[], [string, string][]] = [[], [], []];
  for (let at = 0; at < 6; at += 1) {
    const kept = `stays${name}n${at} between these edits `;
    sent.push(r(kept));
    returned.push(r(kept));
    const author = random() < 0.5 ? 'Ann' : 'Bob';
    const [old, fresh] = [`old${name}n${at} `, `fresh${name}n${at} `];
    switch (Math.floor(random() * 6)) {
      case 0:
        returned.push(mark(author, 'ins', fresh));
        made.push([fresh, author]);
        break;
      case 1:
        sent.push(r(old));
        returned.push(mark(author, 'del', old));
        made.push([old, author]);
        break;
      case 2:
        sent.push(r(old));
        returned.push(mark(author, 'del', old), mark(author, 'ins', fresh));
        made.push([fresh, author]);
        break;
      case 3:
        sent.push(r(old));
        returned.push(mark('Ann', 'del', old), mark('Bob', 'ins', fresh));
        made.push([fresh, 'nobody']);
        break;
      case 4:
        returned.push(r(fresh));
        made.push([fresh, 'nobody']);
        break;
      default:
        sent.push(r(old));
        returned.push(r(fresh));
        made.push([fresh, 'nobody']);
    }
  }
  return [wp(sent.join('')), wp(returned.join('')), made];
}

/** The file with one author behind all its revisions. */
async function byOneAuthor(bytes: Uint8Array): Promise<Uint8Array> {
  const { package: archive, mainPart, document } = await openWordPackage(bytes);
  const renamed = (node: XmlElement): XmlElement => ({
    ...node,
    attributes: node.attributes.has('w:author')
      ? new Map([...node.attributes, ['w:author', 'One author']])
      : node.attributes,
    children: node.children.map((child) => (isElement(child) ? renamed(child) : child)),
  });
  const result = new ResultPackage(archive, new TargetIdentity());
  result.setTree(mainPart, renamed(document));
  return result.write();
}

describe('declared changes', () => {
  it(`each change names the author whose revisions cover it (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    for (let round = 0; round < 20; round += 1) {
      const parts = Array.from({ length: 3 }, (_, at) => paragraph(random, `p${at}`));
      const changes = await changesOf(
        docx(parts.map(([sent]) => sent).join('')),
        docx(parts.map(([, returned]) => returned).join('')),
      );
      const made = parts.flatMap(([, , edits]) => edits);
      expect(changes).toHaveLength(made.length);
      for (const change of changes) {
        const word = ('after' in change ? change.after.text : 'before' in change ? change.before.text : '').trim();
        const author = made.find(([text]) => text.trim() === word)?.[1];
        const wanted = author === 'nobody' ? undefined : { author, date: DATES[author as Author] };
        expect({ word, declaredBy: change.declaredBy }).toEqual({ word, declaredBy: wanted });
      }
    }
  });

  it('the summary of each page counts them, so that nobody reads on for none', async () => {
    const [kept, added] = [wp(r('The rent is due ')), wp(r('Silent.'))];
    const sent = docx(kept);
    const late = await compared(sent, docx(added + wp(r('The rent is due ') + mark('Ann', 'ins', 'monthly'))));
    expect(late.page(0, 1).changes[0]).not.toHaveProperty('declaredBy');
    expect([late.page(0, 1).summary.declaredChanges, late.summary.declaredChanges]).toEqual([1, 1]);
    const silent = await compared(sent, docx(added + kept));
    expect([silent.page(0, 1).summary, silent.summary].map((each) => 'declaredChanges' in each)).toEqual([
      false,
      false,
    ]);
  });

  it('a revision that the sent file has too declares nothing new', async () => {
    const sent = docx(wp(r('The fee is ') + mark('Ann', 'ins', 'ten ') + r('euro.')));
    const returned = docx(wp(r('The fee is ') + mark('Ann', 'ins', 'two ') + r('euro.')));
    const changes = await changesOf(sent, returned);
    expect(changes).toHaveLength(1);
    expect(changes[0]!.declaredBy).toBeUndefined();
  });

  it('paragraphs, their marks, and formatting', async () => {
    const stamp = `w:id="1" w:author="Ann" w:date="${DATES.Ann}"`;
    const sent = docx(wp(r('First clause.')) + wp(r('Second clause.')) + wp(r('Third clause stays.')));
    const bold = `<w:r><w:rPr><w:b/><w:rPrChange ${stamp}><w:rPr/></w:rPrChange></w:rPr><w:t>Third clause stays.</w:t></w:r>`;
    const returned = docx(
      wp(r('First clause.')) +
        wp(mark('Ann', 'ins', 'Something wholly new.'), `<w:rPr><w:ins ${stamp}/></w:rPr>`) +
        wp(mark('Ann', 'del', 'Second clause.'), `<w:rPr><w:del ${stamp}/></w:rPr>`) +
        wp(bold),
    );
    const changes = await changesOf(sent, returned);
    expect(changes.length).toBeGreaterThan(1);
    for (const { type, declaredBy } of changes)
      expect({ type, declaredBy }).toEqual({ type, declaredBy: { author: 'Ann', date: DATES.Ann } });
  });

  const root = corpusRoot();
  const folder = root === null ? '' : join(root, 'docx/singles');
  const files = ['S0109', 'S0556', 'S1651', 'S2843', 'S3025'].filter((id) => existsSync(join(folder, `${id}.docx`)));
  it.skipIf(files.length === 0).each(files)(
    `%s: every change from its sent form is declared${root === null ? `: ${NO_CORPUS}` : ''}`,
    async (id) => {
      const returned = readFileSync(join(folder, `${id}.docx`));
      const sent = await resolvePackage(returned, 'original');
      const authors = new Set((await declaredRevisions(returned, new Set())).map(({ author }) => author));
      const changes = await changesOf(sent, returned);
      expect(changes.some(({ declaredBy }) => declaredBy !== undefined)).toBe(true);
      for (const { declaredBy } of changes) if (declaredBy) expect(authors).toContain(declaredBy.author);
      // A change that two authors made together has no single declaration, so one author is behind all of them here.
      const silent = (await changesOf(sent, await byOneAuthor(returned))).filter(
        ({ declaredBy }) => declaredBy?.author !== 'One author',
      );
      expect(silent).toEqual([]);
    },
  );
});
