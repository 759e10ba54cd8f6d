/**
 * Begins the result: the original's package with the definitions and settings of the revised document. The texts of the
 * revised document can then be rewritten with the ids of the result.
 */
import { Canonical } from '../package/canonical.ts';
import { AnnotationIds } from '../package/annotation-ids.ts';
import { KnownRanges } from '../package/known-ranges.ts';
import type { PackagePair } from '../package/package-pair.ts';
import { ResultPackage } from '../package/result-package.ts';
import { TargetIdentity } from '../package/target-identity.ts';
import { textRoots } from '../package/text-roots.ts';
import { adoptDefinitions, type DefinitionIds } from './definitions.ts';
import { firstFreeNote, highestDrawing, highestId } from './highest-ids.ts';
import { adoptSettings, type SettingsReport } from './settings.ts';
import { Translation } from './translate.ts';

/** Both packages, and the result before any text is merged. */
export interface Adopted extends PackagePair {
  readonly result: ResultPackage;
  /** Identifies targets of relationships across packages. */
  readonly identity: TargetIdentity;
  /** Ids of the revised document's definitions in the result. */
  readonly definitions: DefinitionIds;
  /** Settings and theme that differ. */
  readonly settings: SettingsReport;
  /** Ids of marks and ranges in the result. */
  readonly ids: AnnotationIds;
  readonly translation: Translation;
}

/** What of the revised document comes in although the original has it, too. */
export interface Separate {
  /** Ids of comments. They become new ones. */
  readonly comments: ReadonlySet<string>;
  /** Names of bookmarks. */
  readonly bookmarks: ReadonlySet<string>;
}

/** Adopts styles, lists, comments, settings and the theme. */
export function adopt({ original, revised }: PackagePair, separate: Separate): Adopted {
  const identity = new TargetIdentity();
  const result = new ResultPackage(original.package, identity);
  const canonical = new Canonical((id) => id);
  const definitions = adoptDefinitions({ original, revised, result, canonical, separateComments: separate.comments });
  const settings = adoptSettings(original, revised, result, canonical);
  const roots = textRoots(original);
  const ids = new AnnotationIds(Math.max(...roots.map(highestId)) + 1);
  const translation = new Translation(
    revised.package,
    result,
    definitions,
    new KnownRanges(roots, textRoots(revised), separate.bookmarks),
    ids,
    firstFreeNote(original, revised),
    Math.max(...roots.map(highestDrawing)) + 1,
  );
  return { original, revised, result, identity, definitions, settings, ids, translation };
}
