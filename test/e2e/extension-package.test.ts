/**
 * The package as Chromium packs it. No driver can install a packed extension. An unpacked one has the same policy
 * except for scripts of this machine, if its policy names them. This test checks that the policy names none.
 * extension-states.test.ts checks that the browser enforces the policy.
 */
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { didNotRun, EXECUTABLE, FLAGS, reasonToSkip } from './browser.ts';
import { copyExtension, type BuiltExtension } from './built-extension.ts';

const reason = reasonToSkip();

describe.skipIf(reason !== null)(`the packed extension${didNotRun(reason)}`, () => {
  let built: BuiltExtension;
  /** The contents of the package by file name. */
  let files: ReadonlyMap<string, Uint8Array>;

  beforeAll(async () => {
    built = await copyExtension();
    const profile = `--user-data-dir=${join(built.folder, 'profile')}`;
    const pack = `--pack-extension=${built.unpacked('chromium')}`;
    await promisify(execFile)(EXECUTABLE, ['--headless=new', ...FLAGS, '--no-message-box', profile, pack]);
    files = new Map(Object.entries(unzipSync(zipInCrx(await readFile(`${built.unpacked('chromium')}.crx`)))));
  });
  afterAll(() => built.remove());

  const text = (name: string): string => new TextDecoder().decode(files.get(name));
  const named = (ending: string): string[] => [...files.keys()].filter((name) => name.endsWith(ending));

  test('holds the bytes of the folder that is loaded unpacked, and no other file', () => {
    const folder = built.unpacked('chromium');
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    expect(
      named('')
        .filter((name) => !name.endsWith('/'))
        .sort(),
    ).toEqual(names.sort());
    for (const name of names) expect(Buffer.from(files.get(name)!)).toEqual(readFileSync(join(folder, name)));
  });

  test('has a policy under which scripts and workers come from the package alone, packed as unpacked', () => {
    const { content_security_policy: policy } = JSON.parse(text('manifest.json')) as {
      content_security_policy: Record<string, string>;
    };
    expect(Object.keys(policy)).toEqual(['extension_pages']);
    const sources = new Map(
      policy['extension_pages']!.split(';').map((line) => {
        const [name = '', ...values] = line.trim().split(/\s+/u);
        return [name, values];
      }),
    );
    for (const name of ['script-src', 'worker-src', 'script-src-elem', 'script-src-attr', 'object-src']) {
      const allowed = sources.get(name) ?? sources.get('script-src')!;
      expect(allowed.filter((source) => source !== "'self'" && source !== "'none'")).toEqual([]);
    }
  });

  test('has no inline script, no inline style and no script of others in its pages', () => {
    expect(named('.html')).toHaveLength(3);
    for (const name of named('.html')) {
      const page = text(name);
      for (const [, attributes = '', content = ''] of page.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/gu)) {
        expect(content.trim()).toBe('');
        const source = /\bsrc="\/([^"]+)"/u.exec(attributes)?.[1];
        expect(files.has(source ?? '')).toBe(true);
      }
      expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/iu);
    }
  });

  test('evaluates no text and loads no script from elsewhere', () => {
    const found: string[] = [];
    for (const name of named('.js')) {
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
          const called = node.expression;
          const [first] = node.arguments ?? [];
          const isImport = called.kind === ts.SyntaxKind.ImportKeyword;
          const own = first !== undefined && ts.isStringLiteralLike(first) && /^\.{0,2}\//u.test(first.text);
          if (isImport && !own) found.push(`${name}: import(${first?.getText() ?? ''})`);
          if (ts.isIdentifier(called) && /^(eval|Function|importScripts|Worker|SharedWorker)$/u.test(called.text)) {
            found.push(`${name}: ${node.getText().slice(0, 80)}`);
          }
        }
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(name, text(name), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
    }
    expect(named('.js').length).toBeGreaterThan(4);
    expect(found).toEqual([]);
  });
});

/** The zip inside a CRX 3 file. The header follows `Cr24`, the version and the header's length, four bytes each. */
function zipInCrx(crx: Buffer): Uint8Array {
  if (crx.toString('latin1', 0, 4) !== 'Cr24' || crx.readUInt32LE(4) !== 3) throw new Error('This is no CRX 3.');
  return crx.subarray(12 + crx.readUInt32LE(8));
}
