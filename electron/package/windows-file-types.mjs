/**
 * The part of the Windows installer that offers the application for its file types. electron-builder's own
 * `fileAssociations` would make it their default program.
 */
import { DOCUMENT_TYPES } from '../main/files/document-types.ts';

const CLASSES = 'Software\\Classes';

/** The include for NSIS. It adds the application to "Open with" and leaves every default program as it is. */
export function windowsFileTypes() {
  const types = DOCUMENT_TYPES.flatMap(({ name, endings }) => endings.map((ending) => ({ name, ending })));
  return [
    '; Written by electron/package/windows-file-types.mjs.',
    ...macro('customInstall', types.flatMap(offered)),
    ...macro('customUnInstall', types.flatMap(withdrawn)),
  ].join('\r\n');
}

/** @param {{ name: string, ending: string }} type */
function offered({ name, ending }) {
  const id = programId(ending);
  const program = '$INSTDIR\\${APP_EXECUTABLE_FILENAME}';
  return [
    `WriteRegStr SHELL_CONTEXT "${CLASSES}\\${id}" "" "${name}"`,
    `WriteRegStr SHELL_CONTEXT "${CLASSES}\\${id}\\DefaultIcon" "" "${program},0"`,
    `WriteRegStr SHELL_CONTEXT "${CLASSES}\\${id}\\shell\\open\\command" "" '"${program}" "%1"'`,
    `WriteRegNone SHELL_CONTEXT "${CLASSES}\\.${ending}\\OpenWithProgids" "${id}"`,
  ];
}

/** @param {{ ending: string }} type */
function withdrawn({ ending }) {
  const id = programId(ending);
  return [
    `DeleteRegValue SHELL_CONTEXT "${CLASSES}\\.${ending}\\OpenWithProgids" "${id}"`,
    `DeleteRegKey SHELL_CONTEXT "${CLASSES}\\${id}"`,
  ];
}

/** @param {string} ending */
function programId(ending) {
  return `diffsvc.Document.${ending}`;
}

/**
 * @param {string} name
 * @param {readonly string[]} lines
 */
function macro(name, lines) {
  // SHCNE_ASSOCCHANGED with SHCNF_FLUSH: the shell reads the file types again.
  const notify = "System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0x1000, p 0, p 0)'";
  return [`!macro ${name}`, ...[...lines, notify].map((line) => `  ${line}`), '!macroend', ''];
}
