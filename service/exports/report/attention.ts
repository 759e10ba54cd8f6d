/** The sections of a report that say what to look at first: undisclosed edits, repeated changes, references. */
import type { ChangeGroup, ClauseReference } from '../../../shared/change/details.ts';
import type { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import { describeReference } from '../../../shared/signals/references.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';

type Place = ClauseReference['places'][number];

/** What the sections are made of. */
export interface Attention {
  readonly groups: readonly ChangeGroup[];
  readonly references: readonly ClauseReference[];
  /** Undefined if the revised document declares no changes of its own. */
  readonly undisclosed: UndisclosedEdits | undefined;
}

/** The sections, in the order of their weight. A section without content is left out. */
export function attentionSections({ groups, references, undisclosed }: Attention): string[] {
  return [
    section('undisclosed', 'Changed without being marked', undisclosed === undefined ? [] : unmarked(undisclosed)),
    section('repeated', 'Repeated changes', groups.map(repeated)),
    section(
      'references',
      'Renumbered clauses and references',
      references.map((reference) => `<p>${escapeHtml(describeReference(reference))}</p>${places(reference.places)}`),
    ),
  ].filter((part) => part !== '');
}

function section(name: string, title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<section class="attention ${name}">\n<h2>${title}</h2>\n${items.join('\n')}\n</section>`;
}

function unmarked({ items, declared }: UndisclosedEdits): string[] {
  const authors = declared.map(({ author, revisions }) => {
    const name = author === '' ? 'an unnamed author' : author;
    return `${revisions} by ${name}`;
  });
  const marked = `The revised document marks changes itself: ${authors.join(', ')}.`;
  const rest = items.map(({ sentence, where }) => {
    const place = where === undefined ? '' : `<span class="place">${escapeHtml(where)}</span>`;
    return `<li>${place}${escapeHtml(sentence)}</li>`;
  });
  const list = rest.length === 0 ? '<p>Everything else is as it was sent.</p>' : `<ul>\n${rest.join('\n')}\n</ul>`;
  return [`<p>${escapeHtml(marked)}</p>`, list];
}

function repeated({ before, after, changeIds, missed }: ChangeGroup): string {
  const words = `“${before}” became “${after}” in ${changeIds.length} places.`;
  const rest =
    missed.length === 1 ? ' 1 place still has the old words:' : ` ${missed.length} places still have the old words:`;
  return `<p>${escapeHtml(words)}${missed.length === 0 ? '' : rest}</p>${places(missed)}`;
}

function places(list: readonly Place[]): string {
  if (list.length === 0) return '';
  const items = list.map(({ before, quote, after, sectionTitle }) => {
    const place = sectionTitle === undefined ? '' : `<span class="place">${escapeHtml(sectionTitle)}</span>`;
    return `<li>${place}…${escapeHtml(before)}<strong>${escapeHtml(quote)}</strong>${escapeHtml(after)}…</li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}
