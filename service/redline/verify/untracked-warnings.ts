/** Warnings about differences beside the texts, which no revision can show. Each names the document that the result follows. */
import type { Adopted } from '../adopt/adopt.ts';
import type { RedlineReport } from '../package/redline-report.ts';
import { partsThatDiffer, THREADS } from './untracked-parts.ts';

/** Maximum number of names in a warning. A document may have hundreds. */
const NAMES_MAX = 20;

/** Warns of definitions, settings and parts that differ. */
export function warnOfUntracked(
  report: RedlineReport,
  { original, revised, identity, definitions, settings }: Adopted,
): void {
  const { differingStyles, defaults } = definitions;
  const { taken, left, theme } = settings;
  const count = differingStyles.length;
  if (count > 0) {
    report.warn(
      'styles_differ',
      `${count === 1 ? 'One style is' : `${count} styles are`} defined differently, and no revision can show that. The file has the revised document's definitions: ${listed(differingStyles)}.`,
    );
  }
  if (defaults !== 'same')
    report.warn(
      'defaults_differ',
      `The defaults of all text differ, and no revision can show that. The file has the defaults of the ${defaults === 'taken' ? 'revised' : 'original'} document.`,
    );
  if (theme !== 'same')
    report.warn(
      'theme_differs',
      `The themes differ, and no revision can show that. The file has the theme of the ${theme === 'taken' ? 'revised' : 'original'} document.`,
    );
  if (taken.length > 0)
    report.warn(
      'settings_differ',
      `Settings differ that no revision can show. The file has the settings of the revised document: ${taken.join(', ')}.`,
    );
  if (left.length > 0)
    report.warn(
      'settings_left',
      `Settings differ that no revision can show. The file has the settings of the original document: ${left.join(', ')}.`,
    );
  const parts = [...partsThatDiffer(original, revised, identity), ...(definitions.threadsDiffer ? [THREADS] : [])];
  if (parts.length > 0)
    report.warn(
      'parts_left',
      `Beside the text something differs that no revision can show. The file has the original document's parts: ${parts.join(', ')}.`,
    );
}

/** The first names of a list. */
export function listed(names: readonly string[]): string {
  return `${names.slice(0, NAMES_MAX).join(', ')}${names.length > NAMES_MAX ? ' and more' : ''}`;
}
