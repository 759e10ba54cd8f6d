import type { DesktopFileReading } from '../../../shared/messages/desktop-bridge.ts';

/** Files that can be read again after they were saved: those of the desktop shell, or of a browser with handles. */
export interface FileSource {
  /** The reference of a chosen or dropped file; null if it cannot be read again. */
  referenceOf(file: File): Promise<string | null>;
  /** Whether a reference can be read now. Those of a browser end with the page. Absent: every one may be tried. */
  knows?(reference: string): boolean;
  /** The current content. */
  readFile(reference: string): Promise<DesktopFileReading>;
  /** Watches these files and no others. */
  watchFiles(references: readonly string[]): Promise<void>;
  /** Reports watched files that were saved with another content. The result ends it. */
  on(event: 'filesChanged', listener: (references: readonly string[]) => void): () => void;
}
