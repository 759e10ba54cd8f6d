/**
 * Reads the text of a DOCX with LibreOffice: accepts revisions, converts to ODT, and takes the text of the body. Leaves out
 * what our reader leaves out: deleted text, comments, numbers of notes, descriptions of pictures, headers and footers.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Namespaces } from '../../../../service/ooxml/namespaces.ts';
import { parseXml } from '../../../../service/ooxml/parse-xml.ts';
import { readArchive } from '../../../../service/ooxml/read-archive.ts';
import { isElement, type XmlElement } from '../../../../service/ooxml/xml-tree.ts';

/** One conversion; the first one starts the program. */
const ONE_TIMEOUT_MS = 60_000;
/** Each further one of a batch; a batch saves the program's start. */
const EACH_TIMEOUT_MS = 10_000;
const BATCH = 20;

/** Converted files are kept from run to run, by the SHA-256 of what they were made of. */
const KEPT = fileURLToPath(new URL('../../../../.cache/libreoffice/', import.meta.url));
const LEFT_OUT: ReadonlySet<string> = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:annotation-end',
  'text:note-citation',
  'text:sequence-decls',
  'svg:title',
  'svg:desc',
  'office:forms',
  'text:list-header',
]);

/** MathML: operators, and elements whose place separates words. Adjacent names and numbers are one word. */
const MATH_BOUNDARY = /:m(?:o|frac|su[bp]|subsup|under|over|underover|sqrt|root|t[rd])$/;
/** MathML elements whose children have different places. */
const MATH_LAYOUT = /:m(?:frac|su[bp]|subsup|under|over|underover|root)$/;

/** Elements before and after which a word ends. */
const ENDS_WORD: ReadonlySet<string> = new Set([
  'text:p',
  'text:h',
  'text:s',
  'text:tab',
  'text:line-break',
  'text:note',
  'text:ruby-text',
]);

/** Whether the program is there. */
export function hasLibreOffice(): boolean {
  return spawnSync('soffice', ['--version'], { timeout: ONE_TIMEOUT_MS }).status === 0;
}

/** What happens to revisions in a file before its text is taken. */
export type Revisions = 'accept' | 'reject' | 'keep';

/** A file to convert, and how LibreOffice treats its revisions. */
export interface Conversion {
  readonly bytes: Uint8Array;
  readonly revisions: Revisions;
  /** Original that LibreOffice compares the file with before the conversion; absent: no comparison. */
  readonly against?: Uint8Array;
  /** The output of LibreOffice: an ODT whose text is read here, a DOCX, or lines of text with labels. */
  readonly to?: 'odt' | 'docx' | 'txt';
}

/** Converts files that are not in the cache. A file that LibreOffice cannot read in time has no text afterwards. */
export async function convertAll(conversions: readonly Conversion[]): Promise<void> {
  mkdirSync(KEPT, { recursive: true });
  const missing = conversions.filter((conversion) => !existsSync(keptAs(conversion)));
  // Without revisions to decide, the program's own command line does, and reads some files on which the bridge breaks.
  const isPlain = ({ revisions, against, to }: Conversion): boolean =>
    revisions === 'keep' && against === undefined && to !== 'docx';
  for (const to of ['odt', 'txt'] as const) {
    const plain = missing.filter((conversion) => isPlain(conversion) && (conversion.to ?? 'odt') === to);
    for (let at = 0; at < plain.length; at += BATCH) convertPlain(plain.slice(at, at + BATCH), to);
    for (const conversion of plain) if (!existsSync(keptAs(conversion))) convertPlain([conversion], to);
  }
  const open = missing.filter((conversion) => !isPlain(conversion));
  let done = 0;
  // A program that hangs or dies is started anew for the rest.
  while (done < open.length) done += Math.max(1, await convertSome(open.slice(done)));
}

/** The names of LibreOffice for what it writes. */
const FILTERS = { odt: 'odt', txt: 'txt:Text (encoded):UTF8' } as const;

function convertPlain(conversions: readonly Conversion[], to: keyof typeof FILTERS): void {
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-lo-'));
  try {
    const inputs = conversions.map(({ bytes }, index) => {
      const input = join(folder, `${index}.docx`);
      writeFileSync(input, bytes);
      return input;
    });
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    spawnSync('soffice', ['--headless', profile, '--convert-to', FILTERS[to], '--outdir', folder, ...inputs], {
      timeout: ONE_TIMEOUT_MS + conversions.length * EACH_TIMEOUT_MS,
      stdio: 'ignore',
      killSignal: 'SIGKILL',
    });
    conversions.forEach((conversion, index) => {
      const output = join(folder, `${index}.${to}`);
      if (existsSync(output)) renameSync(output, keptAs(conversion));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Converts until the program hangs or dies; how many conversions were answered or given up. */
async function convertSome(conversions: readonly Conversion[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-lo-'));
  // The system's own Python has the bridge; another one on the PATH has not.
  const script = fileURLToPath(new URL('libreoffice.py', import.meta.url));
  const child = spawn('/usr/bin/python3', [script, `diffsvc-${process.pid}`, join(folder, 'profile')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    for (const [index, conversion] of conversions.entries()) {
      const input = join(folder, `${index}.docx`);
      const output = join(folder, `${index}.out.${conversion.to ?? 'odt'}`);
      writeFileSync(input, conversion.bytes);
      const against = conversion.against === undefined ? undefined : join(folder, `${index}.original.docx`);
      if (against !== undefined) writeFileSync(against, conversion.against!);
      child.stdin.write(`${JSON.stringify({ input, output, revisions: conversion.revisions, against })}\n`);
      const answer = await Promise.race([answers.next(), delay(ONE_TIMEOUT_MS, null, { ref: false })]);
      if (answer === null || answer.done === true) return index + 1;
      if (existsSync(output)) renameSync(output, keptAs(conversion));
      if ((JSON.parse(answer.value) as { fatal: boolean }).fatal) return index + 1;
    }
    return conversions.length;
  } finally {
    // The group: Python and the program that it started.
    if (child.pid !== undefined) {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process has ended already.
      }
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The file that LibreOffice wrote; null when it could not. */
export function convertedFile(conversion: Conversion): Uint8Array | null {
  const kept = keptAs(conversion);
  return existsSync(kept) ? readFileSync(kept) : null;
}

function keptAs({ bytes, revisions, against, to = 'odt' }: Conversion): string {
  const sum = createHash('sha256').update(bytes);
  if (against !== undefined) sum.update('|').update(against);
  return join(KEPT, `${sum.digest('hex')}.${revisions}.${to}`);
}

/** How many tracked revisions LibreOffice sees in a converted file; null when it could not convert it. */
export async function libreOfficeRevisions(conversion: Conversion): Promise<number | null> {
  const kept = keptAs(conversion);
  if (!existsSync(kept)) return null;
  const content = (await readArchive(readFileSync(kept))).find(({ name }) => name === 'content.xml');
  return content === undefined
    ? 0
    : Buffer.from(content.bytes).toString('utf8').split('<text:changed-region').length - 1;
}

/** The text of a converted file; null when LibreOffice could not convert it. */
export async function libreOfficeText(conversion: Conversion): Promise<string | null> {
  const kept = keptAs(conversion);
  if (!existsSync(kept)) return null;
  const namespaces = new Namespaces();
  const parts = new Map((await readArchive(readFileSync(kept))).map((entry) => [entry.name, entry.bytes]));
  const pieces: string[] = [];
  const tree = (name: string): XmlElement | undefined => {
    const bytes = parts.get(name);
    return bytes === undefined ? undefined : parseXml(bytes, name, namespaces).root;
  };
  const visit = (node: XmlElement): void => {
    if (LEFT_OUT.has(node.name)) return;
    if (node.name === 'draw:object') {
      const formula = tree(`${(node.attributes.get('xlink:href') ?? '').replace(/^\.\//, '')}/content.xml`);
      if (formula?.name.endsWith(':math') === true) visit(formula);
    }
    if (node.name.endsWith(':annotation') && node.name !== 'office:annotation') return;
    if (MATH_BOUNDARY.test(node.name) || ENDS_WORD.has(node.name)) pieces.push(' ');
    for (const child of node.children) {
      if (isElement(child)) visit(child);
      else if (typeof child === 'string') pieces.push(child);
      if (MATH_LAYOUT.test(node.name)) pieces.push(' ');
    }
    if (MATH_BOUNDARY.test(node.name) || ENDS_WORD.has(node.name)) pieces.push(' ');
  };
  const content = tree('content.xml');
  const body = content?.children.find((child) => isElement(child, 'office:body'));
  if (isElement(body)) visit(body);
  return pieces.join('');
}
