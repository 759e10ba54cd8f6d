/** What is read of files. It is separate from the readers, so that the service starts without them. */
import type { AskedSettings, ComparisonSettings } from '../../../shared/api/settings.ts';
import type { SideFormats } from '../../../shared/formats.ts';
import type { Capitals } from '../../formats/docx/read-docx.ts';
import { includedBetween } from './expressed.ts';

/** Options of a reading: the settings of the comparison. Only a DOCX has a setting-out to read. */
export interface ReadOptions extends AskedSettings {
  readonly attributeMode: ComparisonSettings['attributeMode'];
  /** Absent: `typed`. */
  readonly capitals?: Capitals;
}

/**
 * The options of both readings of a comparison. Two formats have neither looks nor comments in common. Headers and
 * footers are read only to find them on the pages of the other side. A PDF has only the capitals that were printed.
 */
export function readOptions({ original, revised }: SideFormats, settings: ReadOptions): ReadOptions {
  if (original === revised) return settings;
  const capitals = original === 'pdf' || revised === 'pdf' ? 'printed' : 'typed';
  const include = includedBetween(original, revised, settings.include ?? []);
  return { ...settings, attributeMode: 'semantic', include, capitals };
}
