import { CONVERTED, FORMATS } from '../../../shared/formats.ts';
import type { BrowserFiles, FileHandle } from './browser-files.ts';

/** The dialog whose files can be read again (File System Access). The types of the language omit it. */
interface PickerWindow {
  readonly showOpenFilePicker?: (options: object) => Promise<readonly FileHandle[]>;
}

const EXTENSIONS = [...Object.values(FORMATS), ...Object.values(CONVERTED)].flatMap(({ extensions }) =>
  extensions.map((extension) => `.${extension}`),
);

/**
 * Shows the browser's dialog whose files can be read again. Null: this browser has none. Empty: the reader closed it.
 * Call it within a gesture.
 */
export function chooseFiles(files: BrowserFiles, description: string): Promise<File[]> | null {
  const { showOpenFilePicker } = globalThis as PickerWindow;
  if (showOpenFilePicker === undefined) return null;
  const types = [{ description, accept: { 'application/octet-stream': EXTENSIONS } }];
  return showOpenFilePicker.call(globalThis, { multiple: true, types }).then(
    (handles) => Promise.all(handles.map((handle) => files.chosen(handle))),
    () => [],
  );
}
