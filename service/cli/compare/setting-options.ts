import { Option } from 'commander';
import { SETTINGS_FIELDS } from '../../../shared/api/settings.ts';

/** Settings whose options are written out, because people spell them in another way than requests do. */
const WRITTEN_OUT: ReadonlySet<string> = new Set([
  'mode',
  'attributeMode',
  'include',
  'details',
  'complexity',
  'select',
  'ignoreSelectors',
]);

/** What an option needs of the schema of a setting. */
interface SettingSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

/** The options of all other settings, made of their schemas: a flag for a boolean, a value for anything else. */
export function settingOptions(): Option[] {
  const others = Object.entries(SETTINGS_FIELDS).filter(([name]) => !WRITTEN_OUT.has(name));
  return others.map(([name, schema]) => optionOf(name, schema));
}

function optionOf(name: string, { type, enum: values, description }: SettingSchema): Option {
  const flag = `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
  const option = new Option(type === 'boolean' ? flag : `${flag} <value>`, description);
  return values === undefined ? option : option.choices(values.map(String));
}
