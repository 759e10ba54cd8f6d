import type { ContentComplete } from '../../shared/api/stream-events.ts';
import type { ServiceClient } from '../../shared/client/service-client.ts';
import type { Side } from '../../shared/document/model.ts';
import { DOCUMENT_TYPES, type DocumentInput } from '../review/read-input-file.ts';

/** Where a comparison of two files is. */
export type FileStage = 'uploading' | 'reading-original' | 'reading-revised' | 'comparing';

/** A file with its name. */
export interface NamedDocument {
  readonly name: string;
  readonly document: DocumentInput;
}

/**
 * Uploads two files of one format and compares them. Throws what the client throws.
 *
 * @param tell hears of every stage as it begins
 */
export async function compareFiles(
  client: ServiceClient<AbortSignal>,
  files: Readonly<Record<Side, NamedDocument>>,
  signal: AbortSignal,
  tell: (stage: FileStage) => void,
): Promise<ContentComplete['contentDiff']> {
  tell('uploading');
  const upload = async ({ name, document }: NamedDocument): Promise<{ uploadId: string }> => {
    const contentType = DOCUMENT_TYPES[document.format];
    const announced = { filename: name, contentType, sizeBytes: document.bytes.byteLength };
    const { uploadId, uploadUrl } = await client.createUpload(announced, { signal });
    await client.putUpload(uploadUrl, document.bytes, contentType, { signal });
    return { uploadId };
  };
  const [original, revised] = await Promise.all([upload(files.original), upload(files.revised)]);
  const { format } = files.original.document;
  let content: ContentComplete['contentDiff'] | null = null;
  const request = { format, original, revised, output: ['html' as const, 'json' as const] };
  for await (const event of client.compareDocuments(request, { signal })) {
    if (event.event === 'converting') tell(event.data.side === 'original' ? 'reading-original' : 'reading-revised');
    if (event.event === 'comparing') tell('comparing');
    if (event.event === 'content_complete') content = event.data.contentDiff;
  }
  // The client lets no stream pass without its content.
  return content!;
}
