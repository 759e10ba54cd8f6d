import { Type, type Static } from 'typebox';
import { StructuredPage } from '../change/page.ts';
import {
  FORMAT_SPELLINGS,
  MODES,
  OUTPUT_SPELLINGS,
  TTL_SPELLINGS,
  type ComparedFormat,
  type RequestedFormat,
  type RequestedOutput,
} from './text-spellings.ts';
import { COMPLEXITY_FIELDS } from './complexity.ts';
import { ORIGIN_MAX_LENGTH, OUTPUTS_MAX } from './request-limits.ts';
import { SETTINGS_FIELDS } from './settings.ts';
import { OUTCOME } from './outcome.ts';
import { Usage } from './usage.ts';
import { ComparisonDigests } from './digests.ts';

const formatNames = Object.keys(FORMAT_SPELLINGS) as (keyof typeof FORMAT_SPELLINGS)[];
const outputNames = Object.keys(OUTPUT_SPELLINGS) as (keyof typeof OUTPUT_SPELLINGS)[];
const comparedFormats = [...new Set(Object.values(FORMAT_SPELLINGS))].filter((name) => name !== 'auto');

/** Refers to an uploaded input. */
export const UploadReference = Type.Object({ uploadId: Type.String() }, { title: 'an upload reference {uploadId}' });
export type UploadReference = Static<typeof UploadReference>;

const TextInput = Type.Union([Type.String({ title: 'a string' }), UploadReference]);

/** Texts have no setting-out. */
const { mode, attributeMode: _, ...settings } = SETTINGS_FIELDS;

/** The body of `POST /v1/diffsvc/html`. Nothing is coerced. `warnings` name unknown fields. */
export const CompareTextRequest = Type.Object({
  original: TextInput,
  revised: TextInput,
  format: Type.Optional(
    Type.Enum(formatNames, { default: 'auto', description: '`md` means `markdown`, `plain` means `txt`.' }),
  ),
  mode,
  output: Type.Optional(
    Type.Array(Type.Enum(outputNames), {
      minItems: 1,
      maxItems: OUTPUTS_MAX,
      default: ['html'],
      description: 'Selects fields of the answer. `viewer` and `embed` mean `hosted_viewer`.',
    }),
  ),
  hostedViewerTtl: Type.Optional(Type.Enum(TTL_SPELLINGS, { default: '24h' })),
  stream: Type.Optional(Type.Boolean({ default: false })),
  embedOrigin: Type.Optional(Type.String({ maxLength: ORIGIN_MAX_LENGTH, description: 'An exact web origin.' })),
  ...settings,
});
export type CompareTextRequest = Static<typeof CompareTextRequest>;

/** The format that a request asks for. */
export function requestedFormat(request: CompareTextRequest): RequestedFormat {
  return FORMAT_SPELLINGS[request.format ?? 'auto'];
}

/** The outputs that a request asks for, each once. */
export function requestedOutputs(request: CompareTextRequest): ReadonlySet<RequestedOutput> {
  return new Set((request.output ?? ['html']).map((name) => OUTPUT_SPELLINGS[name]));
}

/** The answer to a comparison of texts. */
export const CompareTextResponse = Type.Object({
  schemaVersion: Type.Enum(['diffsvc.html.v1', 'diffsvc.comparison.v1'], {
    description: '`diffsvc.comparison.v1` when JSON was asked for.',
  }),
  html: Type.Optional(Type.String({ description: 'The fragment; present when HTML was asked for.' })),
  cssUrl: Type.String({ description: 'Stylesheet of the fragment; load it once in the document that shows it.' }),
  json: Type.Optional(StructuredPage),
  changesUrl: Type.Optional(Type.String({ description: 'Private address of all pages; present with `json`.' })),
  requestedMode: Type.Enum(MODES),
  effectiveMode: Type.Enum(['word', 'block']),
  format: Type.Enum(comparedFormats as ComparedFormat[]),
  engine: Type.Enum(['dom', 'text']),
  fallback: Type.Boolean(),
  ...COMPLEXITY_FIELDS,
  units: Type.Integer({ minimum: 0 }),
  usage: Usage,
  comparisonId: Type.Optional(Type.String({ description: 'Present when the comparison is stored.' })),
  viewerUrl: Type.Optional(
    Type.String({
      description: 'Page that shows the comparison to a person, with its token. Present with `hosted_viewer`.',
    }),
  ),
  embedUrl: Type.Optional(
    Type.String({ description: 'The same page for a frame of another page. Present with `hosted_viewer`.' }),
  ),
  viewerToken: Type.Optional(Type.String({ description: 'A credential; present with `hosted_viewer`.' })),
  digests: Type.Optional(ComparisonDigests),
  ...OUTCOME,
});
export type CompareTextResponse = Static<typeof CompareTextResponse>;
