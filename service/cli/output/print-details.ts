/** What `compare --signals` says after the redline: what matters, missed places and stale references. */
import type { ClauseReference } from '../../../shared/change/details.ts';
import type { StructuredPage } from '../../../shared/change/page.ts';
import type { Rule } from '../../../shared/signals/rule.ts';
import { titleOf } from '../../../shared/signals/rules.ts';
import { describeReference } from '../../../shared/signals/references.ts';
import { DETAILS_TEXT } from '../strings/compare.ts';
import { printable } from '../../printable.ts';

type Place = ClauseReference['places'][number];

/** The lines; empty without details. `added` are rules beside the shipped ones. */
export function detailLines(
  { changes, groups = [], references = [] }: StructuredPage,
  added: readonly Rule[],
): string[] {
  const titles = new Map(added.map(({ rule, title }) => [rule, title]));
  const signals = changes.flatMap(({ id, signals = [], location: { sectionTitle } }) =>
    signals.map(({ rule, text }) => {
      const where = sectionTitle === undefined ? '' : ` (${sectionTitle})`;
      return `  ${id}  ${titles.get(rule) ?? titleOf(rule)}: ${text}${where}`;
    }),
  );
  const missed = groups
    .filter((group) => group.missed.length > 0)
    .flatMap(({ before, after, changeIds, missed: places }) => [
      `  ${DETAILS_TEXT.missed(before, after, changeIds.length, places.length)}`,
      ...places.map(placeLine),
    ]);
  const stale = references.flatMap((reference) => [
    `  ${describeReference(reference)}`,
    ...reference.places.map(placeLine),
  ]);
  return [
    ...(signals.length > 0 ? [DETAILS_TEXT.signals, ...signals] : []),
    ...(missed.length > 0 ? [DETAILS_TEXT.groups, ...missed] : []),
    ...(stale.length > 0 ? [DETAILS_TEXT.references, ...stale] : []),
  ].map(printable);
}

function placeLine({ before, quote, after, sectionTitle }: Place): string {
  const where = sectionTitle === undefined ? '' : `${sectionTitle}: `;
  return `    ${where}…${`${before}[${quote}]${after}`.replace(/\s+/gu, ' ').trim()}…`;
}
