/** Where each change of a report is, as a reader names it: the headings around it, and the number of its clause. */
import { editsShown } from '../../../shared/document/edits-of-moves.ts';
import { headingsOf, type Heading } from '../../../shared/document/headings.ts';
import { homesOf } from '../../../shared/document/homes.ts';
import type { Block } from '../../../shared/document/model.ts';
import { noteName } from '../../../shared/document/notes.ts';
import { shownNote } from '../../../shared/document/notes-of.ts';
import { STORY_KINDS } from '../../../shared/document/path.ts';
import { shownLabels } from '../../../shared/document/shown-labels.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';

const STORIES: ReadonlySet<string> = new Set(STORY_KINDS);

/**
 * The place of each change by id, outermost first: "Standard Terms", "1. Defined Terms", "1.1". A change in several
 * blocks has the place of the first one. A comment has the place of the words that it is about, and a note that of its
 * sign. A heading that only the original has leads no text of the revised document. An edit of a moved block is at the new
 * place.
 */
export function placesOfChanges(merged: readonly Block[]): ReadonlyMap<string, readonly string[]> {
  const blocks = editsShown(merged);
  const labels = shownLabels(blocks);
  const headings = new Map(headingsOf(blocks, labels).map((heading) => [heading.block, heading]));
  const places = new Map<string, readonly string[]>();
  const homes = homesOf(blocks);
  const placeOf: (readonly string[])[] = [];
  let around: Heading[] = [];
  for (const [at, block] of blocks.entries()) {
    const heading = headings.get(at);
    if (heading !== undefined && block.onlyIn?.side !== 'original') {
      around = [...around.filter(({ level }) => level < heading.level), heading];
    }
    const titles = STORIES.has(block.path.first?.kind ?? '') ? [] : around.map(nameOf);
    const label = labels[at]?.revised ?? labels[at]?.original ?? '';
    placeOf.push(heading !== undefined || label === '' ? titles : [...titles, label]);
  }
  for (const [at, block] of blocks.entries()) {
    const home = homes.get(at);
    const own = placeOf[home?.block ?? at] ?? [];
    const place = home?.note ? [...own, noteName(shownNote(home.note))] : own;
    for (const id of changeIdsOf([block])) if (!places.has(id)) places.set(id, place);
  }
  return places;
}

function nameOf({ label, text }: Heading): string {
  return label === '' ? text : `${label} ${text}`;
}
