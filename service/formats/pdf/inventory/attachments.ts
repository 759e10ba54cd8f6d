import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';

/** Finds the files attached to one document (ISO 32000-2, 7.11.4). */
export class Attachments {
  readonly #document: PDFDocumentProxy;
  /** Digest of all raw attached files; null if the files are small enough to be decoded one by one. */
  readonly #rawSha256: string | null;

  constructor(document: PDFDocumentProxy, rawSha256: string | null) {
    this.#document = document;
    this.#rawSha256 = rawSha256;
  }

  /** The files attached to the whole document, by name. */
  async ofDocument(): Promise<InventoryItem[]> {
    const items: InventoryItem[] = [];
    const attached = await orNull(() => this.#document.getAttachments());
    for (const [id, file] of entriesOf(attached)) items.push(await this.#item(id, file, ''));
    return items;
  }

  /** The files attached to a page by annotations, as pdf.js returns them. */
  async ofPage(annotations: readonly unknown[], where: string): Promise<InventoryItem[]> {
    const items: InventoryItem[] = [];
    for (const annotation of annotations) {
      if (typeof annotation !== 'object' || annotation === null) continue;
      const { subtype, fileId, file } = annotation as Readonly<Record<string, unknown>>;
      if (subtype === 'FileAttachment') items.push(await this.#item(fileId, file, where));
    }
    return items;
  }

  async #item(id: unknown, file: unknown, where: string): Promise<InventoryItem> {
    const { filename, description } = (file ?? {}) as Readonly<Record<string, unknown>>;
    const label = typeof filename === 'string' ? filename : '';
    const content =
      this.#rawSha256 ??
      (typeof id === 'string' ? await orNull(() => this.#document.getAttachmentContent(id)) : null) ??
      'unreadable';
    const digest = sha256(content);
    const named = JSON.stringify([label, description, digest]);
    return { kind: 'attachment', where, ...(label !== '' && { label }), sha256: sha256(named), count: 1 };
  }
}

function entriesOf(attached: unknown): Iterable<[string, unknown]> {
  if (attached instanceof Map) return attached as Map<string, unknown>;
  return typeof attached === 'object' && attached !== null ? Object.entries(attached) : [];
}

/** A file that cannot be read is still listed. */
async function orNull<Result>(load: () => Promise<Result>): Promise<Result | null> {
  try {
    return await load();
  } catch {
    return null;
  }
}
