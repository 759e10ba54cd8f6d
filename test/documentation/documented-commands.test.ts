import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx } from '../builders/docx.ts';
import { plainPdf } from '../builders/plain-pdf.ts';
import { RUNS_ALL } from '../seed/seed.ts';
import { documentedLines } from './documented-lines.ts';
import { FreshClone } from './fresh-clone.ts';

/*
 * Types what README and the first pages of the book say, line by line, as a newcomer would: in an empty clone, with an
 * empty home, without any set-up of ours. It takes minutes, so it runs with `--all` alone.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['README.md', 'docs/start.md', 'docs/installation.md'];
/** The longest line installs all packages and builds everything. */
const LINE_MS = 900_000;

/** These compare two files that differ, which is exit code 1. */
const DIFFERENT = /^diffsvc (?:compare|undisclosed|negotiate)\b.*|^npx .* diffsvc compare\b/u;
/** Electron comes from a site that a machine may not reach. One sentence says so then. */
const NEEDS_DOWNLOAD = /^npm run (?:dist|desktop)$/u;
/** The package needs a machine with Node 24. */
const OF_PACKAGE = /\.tgz\b/u;

const draft = (days: number, more = ''): Uint8Array =>
  docx(`<w:p><w:r><w:t>The tenant pays within ${days} days.</w:t></w:r></w:p>${more}<w:sectPr/>`);
const page = (days: number): Uint8Array =>
  plainPdf([{ content: `BT /F1 12 Tf 72 700 Td (The tenant pays within ${days} days.) Tj ET` }]);

/** Every file that the lines name. */
const FILES = new Map<string, string | Uint8Array>([
  ['old.docx', draft(30)],
  ['new.docx', draft(60)],
  ['sent.docx', draft(30)],
  ['returned.docx', draft(60)],
  ['ours.docx', draft(30)],
  ['theirs.docx', draft(60)],
  ['ours-2.docx', draft(45)],
  ['old.pdf', page(30)],
  ['new.pdf', page(60)],
  ['old.md', 'The tenant pays within 30 days.\n'],
  ['new.md', 'The tenant pays within 60 days.\n'],
  ['old-folder/lease.md', 'The tenant pays within 30 days.\n'],
  ['new-folder/lease.md', 'The tenant pays within 60 days.\n'],
  ['FOLDER/lease.md', 'The tenant pays within 30 days.\n'],
]);

describe.skipIf(!RUNS_ALL)('the lines of the documentation, in an empty clone', () => {
  let machine: FreshClone;
  beforeAll(() => void (machine = new FreshClone()));
  afterAll(() => machine.remove());

  /** A later page begins in the clone of an earlier one, and its service still runs. */
  const typed = new Set<string>();

  describe.each(PAGES)('%s', (name) => {
    test.each(documentedLines(readFileSync(join(ROOT, name), 'utf8')))(
      'line $at: $command',
      async ({ command }) => {
        if (typed.has(command) || (command.startsWith('git clone') && typed.size > 0)) return;
        typed.add(command);
        machine.put(FILES);
        const { code, output } = await machine.run(command, OF_PACKAGE.test(command));
        if (NEEDS_DOWNLOAD.test(command) && code !== 0) {
          expect(output).toMatch(/^diffsvc: Electron .*(?:could not be fetched|did not answer)/mu);
          return;
        }
        expect({ code, output }).toEqual({
          code: DIFFERENT.test(command) ? 1 : 0,
          output: expect.any(String) as string,
        });
      },
      LINE_MS,
    );
  });
});
