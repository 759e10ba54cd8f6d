/** `diffsvc mcp`, through the client of the SDK and a process of its own. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema, ListRootsRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { INPUT_MAX_BYTES } from '../../../../service/cli/input/read-input.ts';
import { TOOL_DESCRIPTIONS } from '../../../../service/cli/mcp/tool-schemas.ts';
import { readText } from '../../../../service/formats/read-text.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { docx, r, wp } from '../../../builders/docx.ts';
import { runDiffsvc } from '../run-diffsvc.ts';

const LAUNCHER = fileURLToPath(new URL('../../../../bin/diffsvc.js', import.meta.url));

let folder: string;
let granted: string;
let client: Client;
let roots: string[];

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'diffsvc-mcp-')));
  granted = join(folder, 'granted');
  for (const name of ['deep', 'first', 'second']) mkdirSync(join(granted, name), { recursive: true });
  const files: Record<string, string | Uint8Array> = {
    'granted/old.md': '# Terms\n\nThe fee is 5 euro.\n\n- one\n- two\n',
    'granted/new.md': '# Terms\n\nThe fee is 6 euro.\n\n- one\n- three\n',
    'granted/deep/old.docx': docx(wp(r('The fee is 5 euro.')) + wp(r('It is paid at once.'))),
    'granted/deep/new.docx': docx(wp(r('The fee is 6 euro.')) + wp(r('It is paid at last.'))),
    'granted/many-old.txt': Array.from({ length: 120 }, (_, at) => `word ${at}`).join('\n\n'),
    'granted/many-new.txt': Array.from({ length: 120 }, (_, at) => `term ${at}`).join('\n\n'),
    'granted/page-old.html': '<main>Same</main><footer>Old</footer>',
    'granted/page-new.html': '<main>Same</main><footer>New</footer>',
    'granted/first/lease.md': 'The fee is 5 euro.',
    'granted/first/same.md': 'Nothing changes here.',
    'granted/first/gone.md': 'One sentence about parking.',
    'granted/first/draft.tmp': 'left out',
    'granted/second/lease.md': 'The fee is 6 euro and paid at last.',
    'granted/second/same.md': 'Nothing changes here.',
    'granted/second/fresh.md': 'Another text, of a garden.',
    'outside.md': 'secret',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  symlinkSync(join(folder, 'outside.md'), join(granted, 'link.md'));
  symlinkSync(folder, join(granted, 'up'));
  for (const name of ['first', 'second']) symlinkSync(join(folder, 'outside.md'), join(granted, name, 'link.md'));
  symlinkSync(join(folder, 'not-there.md'), join(granted, 'dangling.html'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the server and shakes hands. `grants`: whether the client has roots. */
async function connect(grants: boolean, ...args: string[]): Promise<void> {
  client = new Client({ name: 'test', version: '1' }, { capabilities: grants ? { roots: {} } : {} });
  if (grants)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [LAUNCHER, 'mcp', ...args] }));
}

async function call(name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  return CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
}

/** What a tool answers as data, of whatever type. */
async function data(name: string, args: Record<string, unknown>) {
  const result = await call(name, args);
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  expect(JSON.parse((result.content[1] as { text: string }).text)).toEqual(result.structuredContent);
  return JSON.parse(JSON.stringify(result.structuredContent));
}

async function refusal(name: string, args: Record<string, unknown>): Promise<string> {
  const { isError, content } = await call(name, args);
  expect(isError).toBe(true);
  return content[0]?.type === 'text' ? content[0].text : '';
}

describe('a client with roots', () => {
  beforeEach(async () => {
    roots = [granted];
    await connect(true);
  });
  afterEach(() => client.close());

  test('sees eight tools with schemas, and their marks', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'compare_documents',
      'list_changes',
      'write_redline',
      'apply_decisions',
      'verify_redline',
      'list_undisclosed',
      'follow_drafts',
      'compare_folders',
    ]);
    for (const { description, inputSchema, outputSchema } of tools) {
      expect(description).toMatch(/\.$/u);
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
    }
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([
      ...[true, true, false, false],
      ...[true, true, true, true],
    ]);
    expect(client.getServerVersion()?.name).toBe('diffsvc');
    expect(client.getInstructions()).toContain('Compare two documents first');
  });

  test('lists only the changes with a signal', async () => {
    const { comparisonId } = await data('compare_documents', { original: 'deep/old.docx', revised: 'deep/new.docx' });
    const ids = async (signals?: string[]) => {
      const { changes, totalChanges, matchingChanges } = await data('list_changes', {
        comparisonId,
        ...(signals && { signals }),
      });
      return [(changes as { id: string }[]).map(({ id }) => id), totalChanges, matchingChanges];
    };
    expect(await ids()).toEqual([['chg_000001', 'chg_000002'], 2, undefined]);
    expect(await ids([])).toEqual([['chg_000001'], 2, 1]);
    expect(await ids(['amounts'])).toEqual([['chg_000001'], 2, 1]);
    expect(await ids(['negation'])).toEqual([[], 2, 0]);
  });

  test('lists what a returned file changed without a mark', async () => {
    const found = await data('list_undisclosed', { sent: 'deep/old.docx', returned: 'deep/new.docx' });
    expect(found).toMatchObject({ differs: true, more: 0, declared: [] });
    expect((found.items as { kind: string; sentence: string }[]).map(({ kind }) => kind)).toEqual(['change', 'change']);
    expect(await refusal('list_undisclosed', { sent: 'old.md', returned: 'new.md' })).toContain('old.md is no DOCX');
  });

  test('says of a returned file at once what it did not track', async () => {
    const returned = docx(
      wp(r('The fee is 5') + '<w:ins w:id="1" w:author="Bob"><w:r><w:t>00</w:t></w:r></w:ins>' + r(' euro.')) +
        wp(r('It is paid at last.')),
    );
    writeFileSync(join(folder, 'granted/deep/returned.docx'), returned);
    const { structuredContent, content } = CallToolResultSchema.parse(
      await client.callTool({
        name: 'compare_documents',
        arguments: { original: 'deep/old.docx', revised: 'deep/returned.docx' },
      }),
    );
    const answer = '1 edit is not tracked: “once” → “last”.';
    expect(structuredContent).toMatchObject({ untracked: { answer, total: 1 } });
    expect(JSON.stringify(content)).toContain(answer);
  });

  test('follows three drafts, and says each step', async () => {
    const steps: (string | undefined)[] = [];
    const { structuredContent } = CallToolResultSchema.parse(
      await client.callTool(
        { name: 'follow_drafts', arguments: { first: 'old.md', second: 'new.md', third: 'new.md' } },
        CallToolResultSchema,
        { onprogress: ({ message }) => steps.push(message) },
      ),
    );
    expect(structuredContent).toMatchObject({
      accepted: { count: 2, more: 0 },
      changedBack: { count: 0 },
      changedFurther: { count: 0 },
      added: { count: 0 },
    });
    expect(steps).toEqual([
      'Reading old.md',
      'Reading new.md',
      'Reading new.md',
      ...new Array<string>(5).fill('Comparing two of the drafts'),
    ]);
  });

  test('compares two folders, says each step, and follows no link out of them', async () => {
    const steps: (string | undefined)[] = [];
    const folders = { original: 'first', revised: 'second', exclude: ['*.tmp'] };
    const { structuredContent } = CallToolResultSchema.parse(
      await client.callTool({ name: 'compare_folders', arguments: folders }, CallToolResultSchema, {
        onprogress: ({ message }) => steps.push(message),
      }),
    );
    const note = expect.stringContaining('link.md is not below a granted folder') as string;
    expect(structuredContent).toEqual({
      answer: '1 different, 1 added, 1 removed, 1 not compared, 1 file the same, 1 left out',
      totals: { same: 1, renamed: 0, different: 1, only_original: 1, only_revised: 1, failed: 1 },
      files: [
        { status: 'only_revised', revised: 'fresh.md' },
        { status: 'only_original', original: 'gone.md' },
        { status: 'different', original: 'lease.md', revised: 'lease.md', changes: 2 },
        { status: 'failed', original: 'link.md', revised: 'link.md', note },
      ],
      more: 0,
      leftOut: 1,
    });
    expect(steps[0]).toBe('Looking for files that belong together');
    expect(steps).toContain('lease.md');
    expect(await refusal('compare_folders', { original: 'first', revised: 'old.md' })).toContain('old.md is no folder');
    expect(await refusal('compare_folders', { original: 'first', revised: '..' })).toContain('not below a granted');
    const only = await data('compare_folders', { original: 'first', revised: 'second', only: ['same.md'] });
    expect([only.totals.same, only.files]).toEqual([1, []]);
  });

  test('a cancelled call is no answer, and the server goes on', async () => {
    const cancelled = new AbortController();
    const calling = client.callTool(
      { name: 'compare_documents', arguments: { original: 'deep/old.docx', revised: 'deep/new.docx' } },
      CallToolResultSchema,
      { signal: cancelled.signal, onprogress: () => cancelled.abort('enough') },
    );
    await expect(calling).rejects.toThrow('enough');
    expect(await data('compare_documents', { original: 'old.md', revised: 'new.md' })).toMatchObject({
      totalChanges: 2,
    });
  });

  test('compares, lists, writes, decides and verifies', async () => {
    const compared = await data('compare_documents', {
      original: join(granted, 'deep/old.docx'),
      revised: pathToFileURL(join(granted, 'deep/new.docx')).href,
    });
    expect(compared).toMatchObject({
      answer: '2 changes: 2 replacements.',
      sameness: 'different',
      format: 'docx',
      totalChanges: 2,
      summary: { replacements: 2 },
    });
    const { comparisonId } = compared;
    expect(await data('list_changes', { comparisonId })).toEqual({
      totalChanges: 2,
      offset: 0,
      changes: [
        {
          id: 'chg_000001',
          type: 'replace',
          before: '5',
          after: '6',
          signals: [{ rule: 'amounts', text: '5 euro → 6 euro' }],
        },
        { id: 'chg_000002', type: 'replace', before: 'once', after: 'last' },
      ],
    });

    const written = await call('write_redline', { comparisonId, output: 'tracked.docx', author: 'Ann Lee' });
    const path = join(granted, 'tracked.docx');
    expect(written.content).toContainEqual(
      expect.objectContaining({ type: 'resource_link', uri: pathToFileURL(path).href, name: 'tracked.docx' }),
    );
    expect(written.structuredContent).toMatchObject({ path, sizeBytes: readFileSync(path).length });
    const verified = { original: 'deep/old.docx', revised: 'deep/new.docx', redline: 'tracked.docx' };
    expect(await data('verify_redline', verified)).toMatchObject({ holds: true });
    expect(await data('verify_redline', { ...verified, revised: 'deep/old.docx' })).toMatchObject({ holds: false });

    const decided = await data('apply_decisions', {
      ...{ comparisonId, accept: ['chg_000001'], reject: 'all' },
      output: join(granted, 'decided.docx'),
    });
    expect(decided).toMatchObject({ warnings: [], check: { exact: true, places: [] } });
    expect(runDiffsvc(['text', 'decided.docx'], { cwd: granted }).stdout).toBe(
      'The fee is 6 euro.\n\nIt is paid at once.\n',
    );

    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(['tracked.docx', 'decided.docx']);
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents[0]).toMatchObject({ blob: readFileSync(path).toString('base64') });
  });

  test('writes texts as a fragment with decisions, a review page and all changes', async () => {
    const { comparisonId } = await data('compare_documents', { original: 'old.md', revised: 'new.md' });
    const html = await data('apply_decisions', { comparisonId, accept: 'all', output: 'accepted.html' });
    const revised = readText(readFileSync(join(granted, 'new.md'), 'utf8'), 'markdown').document;
    expect(readFileSync(html['path'], 'utf8')).toBe(writeFragment(revised.blocks));
    for (const output of ['redline.html', 'changes.json', 'lines.patch', 'new-document.docx']) {
      expect(await data('write_redline', { comparisonId, output })).toMatchObject({ path: join(granted, output) });
    }
    expect(
      await data('verify_redline', { original: 'old.md', revised: 'new.md', redline: 'redline.html' }),
    ).toMatchObject({
      holds: true,
    });
    const { contents } = await client.readResource({ uri: pathToFileURL(join(granted, 'lines.patch')).href });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('+The fee is 6 euro.') });
  });

  test('opens a file that it wrote as any other: what came in its place meanwhile is measured, and not followed', async () => {
    const { comparisonId } = await data('compare_documents', { original: 'old.md', revised: 'new.md' });
    const { path } = await data('write_redline', { comparisonId, output: 'replaced.html' });
    const read = () => client.readResource({ uri: pathToFileURL(path).href });
    truncateSync(path, INPUT_MAX_BYTES + 1);
    await expect(read()).rejects.toThrow('is too big');
    rmSync(path);
    symlinkSync('/etc/hostname', path);
    await expect(read()).rejects.toThrow('is not below a granted folder');
  });

  test('reads every change in pages, and each page is small', async () => {
    const { comparisonId, totalChanges } = await data('compare_documents', {
      original: 'many-old.txt',
      revised: 'many-new.txt',
    });
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page = await data('list_changes', { comparisonId, offset });
      expect(page['changes'].length).toBeLessThanOrEqual(20);
      seen.push(...page['changes'].map(({ id }: { id: string }) => id));
      offset = page['nextOffset'];
    }
    expect(seen).toHaveLength(totalChanges);
    expect(new Set(seen).size).toBe(totalChanges);
    expect(totalChanges).toBeGreaterThan(100);
    expect(await data('list_changes', { comparisonId, offset: 500 })).toMatchObject({ changes: [] });
  });

  test('says what was not compared', async () => {
    const files = { original: 'page-old.html', revised: 'page-new.html' };
    expect(await data('compare_documents', { ...files, select: 'main' })).toMatchObject({
      sameness: 'no_differences_in_compared_content',
      totalChanges: 0,
      notCompared: { differs: true, differences: [expect.stringContaining('left out by a selector')], more: 0 },
    });
  });

  test.each<[string, string]>([
    ['a file beside the root', '../outside.md'],
    ['a link that leads out', 'link.md'],
    ['a folder link that leads out', 'up/outside.md'],
    ['an absolute path', '/etc/hostname'],
  ])('reads no file outside: %s', async (_name, original) => {
    const message = await refusal('compare_documents', { original, revised: 'new.md' });
    expect(message).toMatch(/is not below a granted folder|no such file/u);
    expect(message).not.toContain('secret');
  });

  test.each<[string, string, RegExp]>([
    ['outside', '../out.html', /is not below a granted folder/u],
    ['through a link', 'up/out.html', /is not below a granted folder/u],
    ['through a link that leads nowhere', 'dangling.html', /no such file|is not below a granted folder/u],
    ['over an input', 'old.md', /is there already|ending must be/u],
    ['in a folder that is not there', 'nowhere/out.html', /no such file/u],
  ])('writes no file %s', async (_name, output, message) => {
    const { comparisonId } = await data('compare_documents', { original: 'old.md', revised: 'new.md' });
    expect(await refusal('write_redline', { comparisonId, output })).toMatch(message);
  });

  test.skipIf(process.platform === 'win32')('refuses a pipe, which would never end', async () => {
    execFileSync('mkfifo', [join(granted, 'pipe.md')]);
    expect(await refusal('compare_documents', { original: 'pipe.md', revised: 'new.md' })).toMatch(/device or a pipe/u);
  });

  test('replaces a file only if allowed, and an input never', async () => {
    const files = { original: 'page-old.html', revised: 'page-new.html' };
    const { comparisonId } = await data('compare_documents', files);
    await data('write_redline', { comparisonId, output: 'twice.html' });
    expect(await refusal('write_redline', { comparisonId, output: 'twice.html' })).toContain('is there already');
    await data('write_redline', { comparisonId, output: 'twice.html', overwrite: true });
    const over = { comparisonId, output: 'page-old.html', overwrite: true };
    expect(await refusal('write_redline', over)).toContain('is an input');
    expect(await refusal('apply_decisions', { ...over, accept: 'all' })).toContain('is an input');
  });

  test.each<[string, string, Record<string, unknown>, RegExp]>([
    ['a missing argument', 'compare_documents', { original: 'old.md' }, /revised/u],
    [
      'an unknown argument',
      'compare_documents',
      { original: 'old.md', revised: 'new.md', colour: 1 },
      /colour is no argument of this tool/u,
    ],
    ['a missing file', 'compare_documents', { original: 'none.md', revised: 'new.md' }, /none\.md: no such file/u],
    ['an unknown comparison', 'list_changes', { comparisonId: 'cmp_1' }, /no comparison cmp_1; the last 8 are kept/u],
    ['too many changes', 'list_changes', { comparisonId: 'cmp_1', limit: 1_000 }, /limit/u],
  ])('is told of %s', async (_name, tool, args, message) => {
    expect(await refusal(tool, args)).toMatch(message);
  });

  test('is told of decisions that do not fit', async () => {
    const { comparisonId } = await data('compare_documents', { original: 'old.md', revised: 'new.md' });
    const decide = (fields: object): Promise<string> =>
      refusal('apply_decisions', { comparisonId, output: 'x.html', ...fields });
    expect(await decide({})).toContain('name 0 changes');
    expect(await decide({ accept: 'all', reject: 'all' })).toContain('cannot both be "all"');
    expect(await decide({ accept: ['chg_000099'] })).toMatch(/no change chg_000099 among \d/u);
    expect(await decide({ accept: ['chg_000001'], reject: ['chg_000001'] })).toContain('both accepted and rejected');
    const clause = 'Liability of either party is limited to the fees of one year.';
    const kept = ['The fee is due in March.', 'The term is three years.', 'Notices go by post to the address above.'];
    writeFileSync(join(granted, 'before.md'), [clause, ...kept].join('\n\n'));
    writeFileSync(join(granted, 'after.md'), [...kept, clause].join('\n\n'));
    const moved = await data('compare_documents', { original: 'before.md', revised: 'after.md' });
    expect([moved['answer'], moved['totalChanges']]).toEqual(['1 change: 1 move.', 2]);
    const listed = await data('list_changes', { comparisonId: moved['comparisonId'] });
    expect(listed['changes']).toMatchObject([{ decidedWith: ['chg_000002'] }, { decidedWith: ['chg_000001'] }]);
    const { content } = await call('list_changes', { comparisonId: moved['comparisonId'] });
    expect(JSON.stringify(content)).toContain('Changes 1 to 2 of 2. They make 1 decision.');
    expect(await decide({ comparisonId: moved['comparisonId'], accept: ['chg_000001'] })).toContain(
      'chg_000001 is one end of a move: accept chg_000002 as well',
    );
    expect(await decide({ accept: 'all', output: 'x.pdf' })).toContain('.html (the fragment) or .docx');
  });

  test('of an unknown tool or resource hears an error of the protocol', async () => {
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow('no tool');
    await expect(client.readResource({ uri: pathToFileURL(join(granted, 'old.md')).href })).rejects.toThrow(
      'no resource',
    );
  });

  test('sees only what its roots are now', async () => {
    roots = [join(granted, 'deep')];
    expect(await refusal('compare_documents', { original: '../old.md', revised: '../new.md' })).toContain('not below');
    roots = [];
    expect(await refusal('compare_documents', { original: 'old.md', revised: 'new.md' })).toContain('0 roots');
  });
});

describe('a client without roots', () => {
  afterEach(() => client.close());

  test('has the folders of the command line', async () => {
    await connect(false, '--root', granted);
    expect(await data('compare_documents', { original: 'old.md', revised: 'new.md' })).toMatchObject({
      totalChanges: 2,
    });
    expect(await refusal('compare_documents', { original: '../outside.md', revised: 'new.md' })).toContain('not below');
  });

  test('has nothing without them', async () => {
    await connect(false);
    expect(await refusal('compare_documents', { original: '/etc/hostname', revised: '/etc/hostname' })).toContain(
      'start the server with diffsvc mcp --root FOLDER',
    );
  });
});

test('the command line limits the roots of the client', async () => {
  roots = [folder];
  await connect(true, '--root', join(granted, 'deep'));
  expect(await refusal('compare_documents', { original: 'granted/old.md', revised: 'granted/new.md' })).toContain(
    'not below',
  );
  await client.close();
});

test('a client that names no root at all has the folders of the command line, until it named one', async () => {
  roots = [];
  await connect(true, '--root', granted);
  expect(await data('compare_documents', { original: 'old.md', revised: 'new.md' })).toMatchObject({ totalChanges: 2 });
  expect(await refusal('compare_documents', { original: '../outside.md', revised: 'new.md' })).toContain('not below');
  roots = [join(granted, 'deep')];
  expect(await refusal('compare_documents', { original: '../old.md', revised: '../new.md' })).toContain('not below');
  roots = [];
  expect(await refusal('compare_documents', { original: 'old.md', revised: 'new.md' })).toContain('0 roots');
  await client.close();
});

test('a folder of the command line that is not there grants nothing, and stays a limit', async () => {
  roots = [granted];
  await connect(true, '--root', join(folder, 'not-there'));
  expect(await refusal('compare_documents', { original: 'old.md', revised: 'new.md' })).toContain('not-there');
  await client.close();
});

test('the configurations of docs/agents.md start a server', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../../../docs/agents.md', import.meta.url)), 'utf8');
  const blocks = [...page.matchAll(/```json\n(.*?)```/gsu)].map(([, json]) => JSON.parse(json!));
  expect(blocks).toHaveLength(2);
  for (const block of blocks) {
    const { command, args } = (block['mcpServers'] ?? block['servers'])['diffsvc'];
    expect(command).toBe('diffsvc');
    client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [LAUNCHER, ...args] }));
    expect((await client.listTools()).tools).toHaveLength(TOOL_DESCRIPTIONS.length);
    await client.close();
  }
  for (const { name } of TOOL_DESCRIPTIONS) expect(page).toContain(`\`${name}\``);
});

test('the server ends with its input, and answers nothing but the protocol', () => {
  const hello = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const { code, stdout, stderr } = runDiffsvc(['mcp'], { cwd: granted, input: `not JSON\n${JSON.stringify(hello)}\n` });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ id: 1, result: { serverInfo: { name: 'diffsvc' } } });
});
