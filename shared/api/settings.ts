/**
 * The settings of a comparison: what is compared, how, and what a result says of it. A new setting is declared in
 * `SETTINGS_FIELDS` alone. It then travels from a request, the command line and the tools of an agent to the readers and
 * the engine, because everything on the way passes the settings whole.
 */
import { Type, type Static, type TObject, type TOptional } from 'typebox';
import type { Rule } from '../signals/rule.ts';
import { Complexity } from './complexity.ts';
import { Details } from './details.ts';
import { Include } from './include.ts';
import { SELECTION_FIELDS } from './selection.ts';
import { MODES } from './text-spellings.ts';

/** Whether the setting-out of a document is compared beside what its text means. */
export const ATTRIBUTE_MODES = ['semantic', 'presentation'] as const;

/** The settings as fields of a request, with their meaning and defaults. */
export const SETTINGS_FIELDS = {
  mode: Type.Optional(Type.Enum(MODES, { default: 'auto' })),
  attributeMode: Type.Optional(
    Type.Enum([...ATTRIBUTE_MODES], {
      default: 'semantic',
      description: '`presentation` also reports, as `format` changes, how a DOCX is set out.',
    }),
  ),
  include: Type.Optional(Include),
  details: Type.Optional(Details),
  complexity: Type.Optional(Complexity),
  ...SELECTION_FIELDS,
};
type SettingsRequest = Static<TObject<typeof SETTINGS_FIELDS>>;

type Unchanged<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends readonly (infer Item)[] ? readonly Item[] : Fields[Name];
};

/** The settings that always have a value. */
type DefaultSettings = Unchanged<Required<Omit<SettingsRequest, 'select' | 'ignoreSelectors'>>>;

/** All settings of one comparison. */
export interface ComparisonSettings extends DefaultSettings {
  /** For HTML: only these elements; absent: everything. */
  readonly select?: string | undefined;
  /** For HTML: without these. */
  readonly ignoreSelectors?: readonly string[] | undefined;
  /** Rules beside the shipped ones, for the detail `signals`. Only the command line has them. */
  readonly rules?: readonly Rule[] | undefined;
}

/** Some settings. An absent one has its default. */
export type AskedSettings = { readonly [Name in keyof ComparisonSettings]?: ComparisonSettings[Name] | undefined };

/** The settings of a request that asks for nothing. */
export const DEFAULT_SETTINGS: ComparisonSettings = defaultsOf(SETTINGS_FIELDS);

/** The settings in an object that may hold other things, too. An empty list asks for nothing. Names count once. */
export function settingsOf(asked: AskedSettings): ComparisonSettings {
  const names = Object.keys(SETTINGS_FIELDS) as (keyof typeof SETTINGS_FIELDS)[];
  const given = names.filter((name) => asked[name] !== undefined && !isEmpty(asked[name]));
  return {
    ...DEFAULT_SETTINGS,
    ...Object.fromEntries(given.map((name) => [name, asked[name]])),
    include: [...new Set(asked.include)],
    details: [...new Set(asked.details)],
  };
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function defaultsOf(fields: Readonly<Record<string, TOptional>>): ComparisonSettings {
  const given = Object.entries(fields).filter(([, field]) => 'default' in field);
  return Object.fromEntries(given.map(([name, field]) => [name, (field as { default?: unknown }).default])) as never;
}
