import { isUtf8 } from 'node:buffer';
import type { UploadReference } from '../../../shared/api/compare-text.ts';
import { ServiceError, type Issue } from '../../../shared/errors.ts';
import type { Identity } from '../../admission/identity.ts';
import { parseMediaType } from '../../admission/media-type.ts';
import type { Uploads } from '../../admission/uploads.ts';
import { characterFaults, firstInvalidByte } from '../../pipeline/inputs/text-position.ts';
import { meteredUnits } from '../../pipeline/inputs/metered-units.ts';

/** Both inputs of a comparison: texts or uploads. */
export type TextInputs = InlineInputs | UploadedInputs;

interface InlineInputs {
  readonly original: string;
  readonly revised: string;
}

interface UploadedInputs {
  readonly original: UploadReference;
  readonly revised: UploadReference;
}

/** Available inputs with their cost. */
export interface TextSources {
  readonly units: number;
  /** Raw bytes of both together. */
  readonly bytes: number;
  /** Whether the same request always means the same texts. An upload expires after a day. */
  readonly inline: boolean;
  /** The texts. Throws `invalid_request` for uploaded bytes that are no text, and `gone` if they expired meanwhile. */
  read(): Promise<{ original: string; revised: string }>;
}

/** Media types of text other than `text/…`. The last one says nothing about the content. */
const TEXT_TYPE = /^(text\/.+|application\/(json|xml|xhtml\+xml|octet-stream|.+\+(json|xml)))$/;

/**
 * Finds the inputs. Throws what `Uploads.find` throws, and `unsupported_media_type` for an upload that was announced
 * as something other than text.
 */
export async function openTextSources(inputs: TextInputs, identity: Identity, uploads: Uploads): Promise<TextSources> {
  if (areTexts(inputs)) {
    const { original, revised } = inputs;
    const [originalBytes, revisedBytes] = [Buffer.byteLength(original), Buffer.byteLength(revised)];
    return {
      units: meteredUnits(originalBytes, revisedBytes),
      bytes: originalBytes + revisedBytes,
      inline: true,
      read: () => Promise.resolve({ original, revised }),
    };
  }
  const { original, revised } = inputs;
  const found = [
    await uploads.find(identity, original.uploadId),
    await uploads.find(identity, revised.uploadId),
  ] as const;
  for (const { contentType } of found) {
    if (TEXT_TYPE.test(parseMediaType(contentType)?.essence ?? '')) continue;
    throw new ServiceError(
      'unsupported_media_type',
      `An upload was announced as ${contentType}, which is no text. Announce texts as text/plain; charset=utf-8.`,
    );
  }
  return {
    units: meteredUnits(found[0].sizeBytes, found[1].sizeBytes),
    bytes: found[0].sizeBytes + found[1].sizeBytes,
    inline: false,
    read: async () => ({
      original: decoded('/original', await uploads.read(found[0])),
      revised: decoded('/revised', await uploads.read(found[1])),
    }),
  };
}

function areTexts(inputs: TextInputs): inputs is InlineInputs {
  return typeof inputs.original === 'string';
}

/** The text of uploaded bytes, without a byte order mark. */
function decoded(path: string, bytes: Uint8Array): string {
  if (!isUtf8(bytes)) {
    throw notText(path, [`is an upload that is not valid UTF-8 from byte offset ${firstInvalidByte(bytes)} on`]);
  }
  const text = new TextDecoder().decode(bytes);
  const faults = characterFaults(text);
  if (faults.length > 0) throw notText(path, faults);
  return text;
}

function notText(path: string, faults: readonly string[]): ServiceError {
  const issues: Issue[] = faults.map((message) => ({ in: 'body', path, message }));
  return new ServiceError('invalid_request', `${path} ${faults.join(', and ')}.`, { issues });
}
