import { ServiceError } from '../../shared/errors.ts';

/**
 * Refuses a file without a byte: it is an upload that was cut off, and no empty document.
 *
 * @throws ServiceError `document_invalid`
 */
export function refuseEmpty(bytes: Uint8Array, kind: 'DOCX' | 'PPTX' | 'PDF' | 'XLSX'): void {
  if (bytes.byteLength > 0) return;
  throw new ServiceError(
    'document_invalid',
    `The file is empty: it has 0 bytes, and no ${kind} has so few. Check that it was copied or uploaded whole, and send it again.`,
  );
}
