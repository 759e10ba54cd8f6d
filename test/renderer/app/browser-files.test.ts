import { expect, test } from 'vitest';
import { BrowserFiles, type FileHandle } from '../../../renderer/app/saved-files/browser-files.ts';

/** A file on a disk in memory, as a handle. `look` is one interval of the watch. */
function disk(name: string, text: string) {
  const state = { text, modified: 1, gone: false };
  const handle: FileHandle = {
    kind: 'file',
    name,
    getFile: () =>
      state.gone
        ? Promise.reject(new Error('NotFoundError'))
        : Promise.resolve(new File([state.text], name, { lastModified: state.modified })),
  };
  const save = (next: string) => {
    state.text = next;
    state.modified += 1;
  };
  return { handle, state, save };
}

function watching() {
  let look = (): void => undefined;
  const files = new BrowserFiles({
    repeat: (given) => {
      look = given;
      return () => (look = () => undefined);
    },
  });
  const heard: (readonly string[])[] = [];
  files.on('filesChanged', (references) => heard.push(references));
  const pass = async (): Promise<void> => {
    look();
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  };
  return { files, heard, pass };
}

test('names a saved file once, when a second look finds it unchanged', async () => {
  const { files, heard, pass } = watching();
  const { handle, save } = disk('a.txt', 'one');
  const reference = (await files.referenceOf(await files.chosen(handle)))!;
  await files.watchFiles([reference]);
  await pass();
  expect(heard).toEqual([]);
  save('two');
  await pass();
  save('two and three');
  await pass();
  expect(heard).toEqual([]);
  await pass();
  await pass();
  expect(heard).toEqual([[reference]]);
  expect(await files.readFile(reference)).toMatchObject({
    outcome: 'read',
    file: { name: 'a.txt', reference, bytes: new TextEncoder().encode('two and three') },
  });
});

test('names a file that was saved before it was watched', async () => {
  const { files, heard, pass } = watching();
  const { handle, save } = disk('a.txt', 'one');
  const reference = (await files.referenceOf(await files.chosen(handle)))!;
  save('two');
  await files.watchFiles([reference]);
  await pass();
  await pass();
  expect(heard).toEqual([[reference]]);
});

test('a version that was read meanwhile is not told of, and one that is gone for a moment is', async () => {
  const { files, heard, pass } = watching();
  const { handle, save, state } = disk('a.txt', 'one');
  const reference = (await files.referenceOf(await files.chosen(handle)))!;
  await files.watchFiles([reference]);
  save('two');
  await files.readFile(reference);
  await pass();
  await pass();
  expect(heard).toEqual([]);
  state.gone = true;
  await pass();
  expect(await files.readFile(reference)).toMatchObject({ outcome: 'failed', name: 'a.txt' });
  state.gone = false;
  save('three');
  await pass();
  await pass();
  expect(heard).toEqual([[reference]]);
});

test('watching again keeps what is known, and watching nothing ends it', async () => {
  const { files, heard, pass } = watching();
  const { handle, save } = disk('a.txt', 'one');
  const reference = (await files.referenceOf(await files.chosen(handle)))!;
  await files.watchFiles([reference]);
  save('two');
  await pass();
  await files.watchFiles([reference]);
  await pass();
  expect(heard).toEqual([[reference]]);
  await files.watchFiles([]);
  save('three');
  await pass();
  await pass();
  expect(heard).toHaveLength(1);
});

test('dropped files have references where the browser gives handles, and folders have none', async () => {
  const { files } = watching();
  const { handle } = disk('a.txt', 'one');
  const [plain, known] = [new File(['x'], 'x.txt'), new File(['one'], 'a.txt')];
  const item = (file: File, given?: () => Promise<FileHandle | null>) => ({
    kind: 'file',
    getAsFile: () => file,
    ...(given && { getAsFileSystemHandle: given }),
  });
  const text = { kind: 'string', getAsFile: () => null };
  const refused = () => Promise.reject(new Error('no'));
  const dropped = await files.dropped(
    [text, item(plain, refused), item(known, () => Promise.resolve(handle))],
    [plain, known],
  );
  expect(dropped).toEqual([plain, known]);
  expect(await files.referenceOf(plain)).toBeNull();
  const reference = await files.referenceOf(known);
  expect(files.knows(reference ?? '')).toBe(true);
  expect(files.knows('other')).toBe(false);
  await files.dropped([item(plain, () => Promise.resolve({ ...handle, kind: 'directory' }))], [plain]);
  expect(await files.referenceOf(plain)).toBeNull();
});
