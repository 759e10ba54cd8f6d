/** The manifest of an evidence pack: what was compared, how, and what proves the result. */
import { extname } from 'node:path';
import { Type, type Static } from 'typebox';
import { COMPLEXITIES } from '../../../shared/api/complexity.ts';
import { INCLUDES } from '../../../shared/api/include.ts';
import { SETTINGS_FIELDS, type ComparisonSettings } from '../../../shared/api/settings.ts';
import { MODES } from '../../../shared/api/text-spellings.ts';
import { ChangeCounts, StructuredPage, type Summary } from '../../../shared/change/page.ts';
import { SAMENESS } from '../../../shared/change/uncompared.ts';
import type { Side } from '../../../shared/document/model.ts';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Format = Type.Optional(Type.String({ maxLength: 20 }));

const EvidenceFile = Type.Object({
  /** Name without folders. */
  name: Type.String(),
  sizeBytes: Type.Integer({ minimum: 0 }),
  sha256: Sha256,
  /** SHA-256 of the text that was read, in UTF-8. */
  textSha256: Sha256,
  /** Its entry in the pack; absent in a pack of the changes alone. */
  entry: Type.Optional(Type.String()),
});

const WitnessOfSide = Type.Object({
  /** Name of the second reader; null if there is none for the format. */
  reader: Type.Union([Type.String(), Type.Null()]),
  agrees: Type.Union([Type.Boolean(), Type.Null()]),
});

// A setting that came later is absent in older packs, which were made with its default.
const {
  mode: _mode,
  attributeMode: _attributeMode,
  include: _include,
  details: _details,
  complexity: _complexity,
  select: _select,
  ignoreSelectors: _ignoreSelectors,
  ...laterSettings
} = SETTINGS_FIELDS;

/** The manifest. All digests are SHA-256 in lower-case hexadecimal digits. */
export const Manifest = Type.Object({
  schemaVersion: Type.Literal('diffsvc.evidence.v1'),
  /** ISO 8601 in UTC, whole seconds. */
  date: Type.String(),
  version: Type.String(),
  contains: Type.Enum(['everything', 'changes']),
  settings: Type.Object({
    originalFormat: Format,
    revisedFormat: Format,
    mode: Type.Enum(MODES),
    attributeMode: Type.Enum(['semantic', 'presentation']),
    include: Type.Array(Type.Enum([...INCLUDES])),
    complexity: Type.Enum([...COMPLEXITIES]),
    select: Type.Optional(Type.String()),
    ignoreSelectors: Type.Optional(Type.Array(Type.String())),
    ...laterSettings,
  }),
  files: Type.Object({ original: EvidenceFile, revised: EvidenceFile }),
  format: StructuredPage.properties.format,
  sameness: Type.Enum([...SAMENESS]),
  /** Without units of decision: a pack proves changes. */
  summary: ChangeCounts,
  fragmentSha256: Sha256,
  /** Of the canonical HTML that rejecting and accepting every change gives, and that was read from the files. */
  invariants: Type.Object({ rejectAll: Sha256, acceptAll: Sha256 }),
  /** What second readers found; null if none was asked. */
  witness: Type.Union([Type.Object({ original: WitnessOfSide, revised: WitnessOfSide }), Type.Null()]),
  /** Digests of the other entries by their names. */
  entries: Type.Record(Type.String(), Sha256),
});
export type Manifest = Static<typeof Manifest>;

/** The settings that a pack states, so that anybody can compare again. Additions to the page change no change. */
export function statedSettings(
  formats: Pick<Manifest['settings'], 'originalFormat' | 'revisedFormat'>,
  settings: ComparisonSettings,
): Manifest['settings'] {
  const { mode, attributeMode, include, complexity, details: _, rules: _rules, ...others } = settings;
  return { ...formats, mode, attributeMode, include: [...include], complexity, ...others } as Manifest['settings'];
}

/** The counts of a pack. */
export function changeCountsOf({ decisionUnits: _, ...counts }: Summary): ChangeCounts {
  return counts;
}

/** The text of the entry with the changes. `changesOnly`: without headings, because these are unchanged text. */
export function changesText(changes: StructuredPage['changes'], changesOnly: boolean): string {
  const replacer = (key: string, value: unknown): unknown =>
    changesOnly && (key === 'headingPath' || key === 'sectionTitle') ? undefined : value;
  return `${JSON.stringify(changes, replacer)}\n`;
}

/** Names of the entries. Those of the files have the ending of the file. */
export const ENTRY = {
  manifest: 'manifest.json',
  redline: 'redline.html',
  changes: 'changes.json',
  original: 'original',
  revised: 'revised',
} as const;

/** Name of the entry with a file, made of the name of the file. */
export function entryOf(side: Side, name: string): string {
  const ending = extname(name).toLowerCase();
  return /^\.[a-z0-9]{1,10}$/.test(ending) ? `${ENTRY[side]}${ending}` : ENTRY[side];
}
