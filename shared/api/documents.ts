import { Type, type Static } from 'typebox';
import { ORIGIN_MAX_LENGTH, OUTPUTS_MAX } from './request-limits.ts';
import { DOCUMENT_FORMATS, SIDE_FORMATS } from '../formats.ts';
import { Revisions } from './revisions.ts';
import { SETTINGS_FIELDS } from './settings.ts';
import { OUTPUT_SPELLINGS, TTL_SPELLINGS } from './text-spellings.ts';

const outputNames = [...(Object.keys(OUTPUT_SPELLINGS) as (keyof typeof OUTPUT_SPELLINGS)[]), 'track_changes'] as const;

const format = Type.Optional(
  Type.Enum([...SIDE_FORMATS], {
    description: 'Format of this side; either both sides name one, or the request does.',
  }),
);

const DocumentInput = Type.Union([
  Type.Object({ format, uploadId: Type.String() }, { title: 'an upload reference {uploadId}' }),
  Type.Object(
    {
      format,
      dataBase64: Type.String({ description: 'The raw bytes of the file in Base64.' }),
      contentType: Type.Optional(
        Type.String({ description: 'Has to match the format of this side; leave it out to declare nothing.' }),
      ),
    },
    { title: 'a file {dataBase64}' },
  ),
]);

// The order of the fields is the order in the reference.
const { mode, attributeMode, include, details, ...settings } = SETTINGS_FIELDS;

/** The body of `POST /v1/diffsvc/documents` in its current spelling, without the legacy aliases. */
export const CompareDocumentsRequest = Type.Object({
  format: Type.Optional(
    Type.Enum([...DOCUMENT_FORMATS], {
      description: 'Format of both files. Without it, `original.format` and `revised.format` are required.',
    }),
  ),
  original: DocumentInput,
  revised: DocumentInput,
  mode,
  attributeMode,
  output: Type.Optional(Type.Array(Type.Enum(outputNames), { minItems: 1, maxItems: OUTPUTS_MAX, default: ['html'] })),
  hostedViewerTtl: Type.Optional(Type.Enum(TTL_SPELLINGS, { default: '24h' })),
  embedOrigin: Type.Optional(Type.String({ maxLength: ORIGIN_MAX_LENGTH, description: 'An exact web origin.' })),
  pageRendering: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Also gives the pages of both sources as PDF. `renderer` in the event names the program that laid a DOCX out. It is `libreoffice`, or `docx-preview` in a browser, whose page breaks are rougher. `source-pdf` is the PDF itself.',
    }),
  ),
  metrics: Type.Optional(Type.Boolean({ default: false })),
  title: Type.Optional(Type.String({ description: 'Shown with a stored comparison.' })),
  stream: Type.Optional(Type.Boolean({ default: false })),
  include,
  details,
  revisions: Type.Optional(Revisions),
  ...settings,
});
export type CompareDocumentsRequest = Static<typeof CompareDocumentsRequest>;
