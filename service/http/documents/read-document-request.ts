import { CompareDocumentsRequest } from '../../../shared/api/documents.ts';
import { selectionOf } from '../../../shared/api/selection.ts';
import { settingsOf } from '../../../shared/api/settings.ts';
import { OUTPUT_SPELLINGS } from '../../../shared/api/text-spellings.ts';
import type { ComparisonWarning } from '../../../shared/change/uncompared.ts';
import { ServiceError, type Issue } from '../../../shared/errors.ts';
import { documentLimitsOf, type Identity } from '../../admission/identity.ts';
import { excessInWords, sizeInWords } from '../../../shared/in-words.ts';
import { parseMediaType } from '../../admission/media-type.ts';
import type { Uploads } from '../../admission/uploads.ts';
import type { DocumentSources, DocumentOptions } from '../../comparison/documents/document-comparisons.ts';
import {
  CONVERTED_FORMATS,
  mediaTypesOf,
  unmixable,
  type SideFormat,
  type SideFormats,
} from '../../../shared/formats.ts';
import { meteredUnits } from '../../pipeline/inputs/metered-units.ts';
import { checkEmbedOrigin, linkTermsOf, unusedLinkTerms } from '../comparisons/link-terms.ts';
import { readJson } from '../guards/read-json.ts';
import { textIssues } from '../guards/text-issues.ts';
import { unknownFieldWarnings } from '../guards/unknown-fields.ts';
import { checked, invalid } from '../guards/validate.ts';
import type { AskedOperation } from '../reply/operation.ts';

/** Maximum raw size of both documents in a JSON request. */
export const DIRECT_DOCUMENTS_MAX_BYTES = 750 * 1024;
/** Maximum length of a comparison’s title, in UTF-16 units. */
const TITLE_MAX_LENGTH = 500;

const checkRequest = checked(CompareDocumentsRequest, 'body');

/** The announced type of an upload with unknown type (RFC 2046, 4.5.1), because an upload must name one. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** The document comparison of a request body. */
export interface AskedDocuments extends AskedOperation {
  readonly wishes: DocumentOptions;
  readonly stream: boolean;
  readonly metrics: boolean;
  readonly read: () => Promise<DocumentSources>;
}

/**
 * The document comparison of a body, with its uploads. `warnings`: what else of the request has no effect.
 *
 * @throws ServiceError `invalid_request`, `unsupported_media_type`, `inline_limit_exceeded`, `document_too_large`;
 * what `linkTermsOf` and `Uploads.find` throw
 */
export async function readDocumentRequest(
  body: Uint8Array,
  identity: Identity,
  uploads: Uploads,
  warnings: readonly ComparisonWarning[] = [],
): Promise<AskedDocuments> {
  const json = readJson(body);
  checkEachOnce(json);
  checkNoConvertedFormat(json);
  const request = checkRequest(withoutAliases(json));
  const ineffective = [...warnings, ...unknownFieldWarnings(CompareDocumentsRequest, request)];
  const { original, revised, output = ['html'], title } = request;
  const outputs = new Set(output.map((name) => (name === 'track_changes' ? name : OUTPUT_SPELLINGS[name])));
  const formats = formatsOf(request);
  const issues: Issue[] = [];
  const alone = unmixable(formats);
  if (alone !== null) {
    const path = formats.original === alone ? '/revised/format' : '/original/format';
    issues.push({
      in: 'body',
      path,
      message: `must be ${alone} as on the other side: it is compared only with itself`,
    });
  }
  if (outputs.has('track_changes') && !(formats.original === 'docx' && formats.revised === 'docx')) {
    const both = formats.original === formats.revised ? `the format is ${formats.original}` : 'the formats differ';
    const reason = request.format === undefined ? ': tracked revisions are made of two DOCX' : '';
    issues.push({ in: 'body', path: '/output', message: `must not name track_changes when ${both}${reason}` });
  }
  const selection = selectionOf(request);
  if (selection !== undefined && formats.original !== 'html' && formats.revised !== 'html') {
    const path = selection.select === undefined ? '/ignoreSelectors' : '/select';
    issues.push({
      in: 'body',
      path,
      message: 'must not be there when no side is html: selectors choose parts of HTML',
    });
  }
  if (title !== undefined) {
    if (title.length > TITLE_MAX_LENGTH) {
      const message = `has ${title.length} characters; ${TITLE_MAX_LENGTH} is the limit`;
      issues.push({ in: 'body', path: '/title', message });
    }
    issues.push(...textIssues('/title', title));
  }
  if (issues.length > 0) throw invalid(issues);
  const hosted = outputs.has('hosted_viewer') ? linkTermsOf(request, identity) : null;
  if (hosted === null) checkEmbedOrigin(request.embedOrigin, identity);
  const wishes: DocumentOptions = {
    ...settingsOf(request),
    formats,
    wantsHtml: outputs.has('html') || !outputs.has('json'),
    wantsJson: outputs.has('json'),
    wantsTrackChanges: outputs.has('track_changes'),
    fromUploads: 'uploadId' in original,
    pageRendering: request.pageRendering ?? false,
    hosted,
    warnings: hosted === null ? [...ineffective, ...unusedLinkTerms(request)] : ineffective,
    revisions: request.revisions ?? 'accept',
    title: title ?? null,
  };
  const inputs =
    'uploadId' in original && 'uploadId' in revised
      ? await uploadedInputs(formats, original.uploadId, revised.uploadId, identity, uploads)
      : 'dataBase64' in original && 'dataBase64' in revised
        ? directInputs(formats, original, revised)
        : mixed();
  const { stream = false, metrics = false } = request;
  return {
    wishes,
    stream,
    metrics,
    units: meteredUnits(inputs.sizes[0], inputs.sizes[1]),
    bytes: inputs.sizes[0] + inputs.sizes[1],
    large: wishes.wantsJson || wishes.wantsTrackChanges || hosted !== null ? 'result' : 'reply',
    read: inputs.read,
  };
}

interface Inputs {
  readonly sizes: readonly [number, number];
  readonly read: () => Promise<DocumentSources>;
}

/** Rewrites a body with `originalUploadId` and `revisedUploadId` into the fields that they abbreviate. */
function withoutAliases(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { originalUploadId, revisedUploadId, ...rest } = body as Record<string, unknown>;
  return {
    ...(originalUploadId !== undefined && { original: { uploadId: originalUploadId } }),
    ...(revisedUploadId !== undefined && { revised: { uploadId: revisedUploadId } }),
    ...rest,
  };
}

/** Refuses the name of a format that is converted to DOCX and sent under that name. */
function checkNoConvertedFormat(body: unknown): void {
  const { format, original, revised } = (body ?? {}) as Record<string, unknown>;
  const named: [string, unknown][] = [['/format', format]];
  for (const [side, input] of Object.entries({ original, revised }))
    named.push([`/${side}/format`, (input as { format?: unknown } | null | undefined)?.format]);
  const issues = named
    .filter(([, name]) => CONVERTED_FORMATS.some((converted) => converted === name))
    .map(([path, name]): Issue => ({
      in: 'body',
      path,
      message: `is ${JSON.stringify(name)}; name it "docx": DOC, RTF and ODT are converted to DOCX`,
    }));
  if (issues.length > 0) throw invalid(issues);
}

/** The formats of both sides. A request names one for both, or one for each. */
function formatsOf({ format, original, revised }: CompareDocumentsRequest): SideFormats {
  const sides = { original: original.format, revised: revised.format };
  const named = (['original', 'revised'] as const).filter((side) => sides[side] !== undefined);
  if (format !== undefined) {
    if (named.length === 0) return { original: format, revised: format };
    const message = 'must not be there beside format; name one format for both files, or one for each';
    throw invalid(named.map((side) => ({ in: 'body', path: `/${side}/format`, message })));
  }
  if (sides.original !== undefined && sides.revised !== undefined)
    return { original: sides.original, revised: sides.revised };
  const missing = (['original', 'revised'] as const).filter((side) => sides[side] === undefined);
  const message = 'is required when the request names no format';
  if (missing.length === 2) throw invalid([{ in: 'body', path: '/format', message: 'is required' }]);
  throw invalid(missing.map((side) => ({ in: 'body', path: `/${side}/format`, message })));
}

/** Refuses a side that is given twice, because the intended one is unknown. */
function checkEachOnce(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>;
  const issues = (['original', 'revised'] as const).flatMap((side): Issue[] => {
    const input = fields[side];
    const own = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
    const ways = [own['uploadId'], own['dataBase64'], fields[`${side}UploadId`]].filter((way) => way !== undefined);
    return ways.length < 2
      ? []
      : [{ in: 'body', path: `/${side}`, message: 'must come in one way: uploadId or dataBase64' }];
  });
  if (issues.length > 0) throw invalid(issues);
}

function mixed(): never {
  const message = 'must come in the same way as the other file: both as uploads or both as dataBase64';
  throw invalid([{ in: 'body', path: '/revised', message }]);
}

async function uploadedInputs(
  formats: SideFormats,
  originalId: string,
  revisedId: string,
  identity: Identity,
  uploads: Uploads,
): Promise<Inputs> {
  const found = [await uploads.find(identity, originalId), await uploads.find(identity, revisedId)] as const;
  for (const [index, { contentType }] of found.entries()) {
    if (parseMediaType(contentType)?.essence !== UNKNOWN_TYPE) {
      checkType(
        index === 0 ? formats.original : formats.revised,
        contentType,
        `An upload was announced as ${contentType}`,
      );
    }
  }
  const sizes = [found[0].sizeBytes, found[1].sizeBytes] as const;
  const sum = sizes[0] + sizes[1];
  const { bothBytes } = documentLimitsOf(identity);
  if (sum > bothBytes) {
    throw new ServiceError(
      'document_too_large',
      `The two documents together have ${excessInWords(sum, bothBytes)}; the limit is ${sizeInWords(bothBytes)}. Compare them in parts.`,
      { bytes: sum, limit: bothBytes },
    );
  }
  return {
    sizes,
    read: async () => ({ original: await uploads.read(found[0]), revised: await uploads.read(found[1]) }),
  };
}

interface DirectInput {
  readonly dataBase64: string;
  readonly contentType?: string;
}

function directInputs(formats: SideFormats, original: DirectInput, revised: DirectInput): Inputs {
  for (const side of ['original', 'revised'] as const) {
    const { contentType } = side === 'original' ? original : revised;
    if (contentType !== undefined) checkType(formats[side], contentType, `/${side}/contentType is "${contentType}"`);
  }
  const sources = {
    original: decoded('/original/dataBase64', original.dataBase64),
    revised: decoded('/revised/dataBase64', revised.dataBase64),
  };
  const sizes = [sources.original.byteLength, sources.revised.byteLength] as const;
  const sum = sizes[0] + sizes[1];
  if (sum > DIRECT_DOCUMENTS_MAX_BYTES) {
    throw new ServiceError(
      'inline_limit_exceeded',
      `The two documents together have ${excessInWords(sum, DIRECT_DOCUMENTS_MAX_BYTES)}; the limit of direct inputs is ${sizeInWords(DIRECT_DOCUMENTS_MAX_BYTES)}. Upload them and send their upload ids.`,
      { bytes: sum, limit: DIRECT_DOCUMENTS_MAX_BYTES },
    );
  }
  return { sizes, read: () => Promise.resolve(sources) };
}

/**
 * Throws `unsupported_media_type` if the type does not match the format. `declaration` names the source of the type.
 */
function checkType(format: SideFormat, contentType: string, declaration: string): void {
  const essence = parseMediaType(contentType)?.essence;
  const accepted = mediaTypesOf(format);
  if (essence !== undefined && accepted.includes(essence)) return;
  throw new ServiceError(
    'unsupported_media_type',
    `${declaration}. The type of ${format} is ${accepted.join(' or ')}.`,
  );
}

/** Padded base64 (RFC 4648, section 4). */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decoded(path: string, text: string): Uint8Array {
  if (BASE64.test(text)) return Buffer.from(text, 'base64');
  const message = 'must be Base64 as RFC 4648 has it: letters, digits, + and /, padded with =, nothing else';
  throw invalid([{ in: 'body', path, message }]);
}
