/**
 * Footnotes and endnotes as a page shows them. The sign of a note in the text is a link with its number, and the note
 * ends with a link back. The result is for showing only: nothing resolves or stores it.
 */
import { BOTH_SIDES, textOf, type Block, type Run, type Side, type TextBlock } from '../../shared/document/model.ts';
import { noteName } from '../../shared/document/notes.ts';
import { notesOf, shownNote, type Note } from '../../shared/document/notes-of.ts';
import { withMarks } from '../../shared/document/shown-marks.ts';
import { visitTexts } from '../../shared/document/text-place.ts';

/** What the readers write for the sign of a note. A document may have signs of its own. */
const SIGN = '*';
const TO_NOTE = '#note:';
const TO_SIGN = '#note-sign:';

/** The elements of the links to a note and back. */
export const TO_NOTE_LINKS = `a[href^="${TO_NOTE}"]`;
const BACK_LINKS = `a.image[href^="${TO_SIGN}"]`;

/** Where a link of a note leads. `index`: of the note, from 1. */
export interface NoteTarget {
  readonly index: number;
  readonly to: 'note' | 'sign';
}

/** What an address of `withNoteSigns` leads to; null for any other address. */
export function noteTarget(address: string): NoteTarget | null {
  const [, kind, index] = /^#note(-sign)?:(\d{1,9})(?:$|:)/u.exec(address) ?? [];
  return index === undefined ? null : { index: Number(index), to: kind === undefined ? 'note' : 'sign' };
}

/** Selects the elements that a target is about. */
export function selectorOf({ index, to }: NoteTarget): string {
  return to === 'note' ? `a.image[href="${TO_SIGN}${index}"]` : `a[href^="${TO_NOTE}${index}:"]`;
}

/** Whether blocks have what a target is about. */
export function hasTarget(blocks: readonly Block[], { index, to }: NoteTarget): boolean {
  let isThere = false;
  visitTexts(blocks, null, ({ runs }) => {
    isThere ||= runs.some(({ href, image }) =>
      to === 'note' ? image?.src === `${TO_SIGN}${index}` : href?.startsWith(`${TO_NOTE}${index}:`) === true,
    );
  });
  return isThere;
}

/** The document with the links of its notes. The same array if there is no note. */
export function withNoteSigns(blocks: readonly Block[]): readonly Block[] {
  const notes = notesOf(blocks);
  if (notes.length === 0) return blocks;
  const signs = new Map<TextBlock, Map<number, string>>();
  const backs = new Map<Block, Run>();
  for (const [at, note] of notes.entries()) {
    const places = BOTH_SIDES.flatMap((side) => note.signs[side] ?? []);
    for (const { block, offset } of places) {
      const known = signs.get(block) ?? new Map<number, string>();
      signs.set(block, known.set(offset, addressOf(note, at + 1)));
    }
    const last = blocks.slice(note.from, note.to).findLast((block) => block.kind === 'text');
    if (last === undefined || places.length === 0) continue;
    const image = { src: `${TO_SIGN}${at + 1}`, alt: `Back from ${noteName(shownNote(note)).toLowerCase()}` };
    backs.set(last, { text: '', marks: 0, href: null, image });
  }
  return mapTexts(blocks, (block) => {
    const [own, back] = [signs.get(block), backs.get(block)];
    if (own === undefined && back === undefined) return block;
    const runs =
      own === undefined ? block.runs : block.runs.reduce<Walk>(linkRun, { at: 0, signs: own, runs: [] }).runs;
    const signed = { ...block, runs };
    return back === undefined ? signed : withMarks(signed, [{ offset: textOf(block).length, run: back }]);
  });
}

/**
 * The document with its notes counted anew, after decisions. A note that only one side has counts on that side alone.
 * `blocks`: those of `withNoteSigns` with decisions.
 */
export function recountNotes(blocks: readonly Block[]): readonly Block[] {
  const kinds = new Map<string, string>();
  visitTexts(blocks, null, ({ runs }) => {
    for (const { href } of runs) {
      const [, index, kind] = href?.startsWith(TO_NOTE) === true ? href.split(':') : [];
      if (index !== undefined && kind !== undefined) kinds.set(index, kind);
    }
  });
  if (kinds.size === 0) return blocks;
  const addresses = new Map<string, string>();
  const counts = new Map<string, number>();
  visitTexts(blocks, null, ({ runs }, only) => {
    for (const { image } of runs) {
      const index = image?.src.startsWith(TO_SIGN) === true ? image.src.slice(TO_SIGN.length) : undefined;
      const kind = kinds.get(index ?? '');
      if (index === undefined || kind === undefined) continue;
      const numberOn = (side: Side): number | '' => {
        if (only !== null && only !== side) return '';
        const number = (counts.get(`${kind} ${side}`) ?? 0) + 1;
        counts.set(`${kind} ${side}`, number);
        return number;
      };
      addresses.set(index, `${TO_NOTE}${index}:${kind}:${numberOn('original')}:${numberOn('revised')}`);
    }
  });
  const recounted = (run: Run): Run => {
    const href = run.href?.startsWith(TO_NOTE) === true ? addresses.get(run.href.split(':')[1] ?? '') : undefined;
    return href === undefined || href === run.href ? run : { ...run, href };
  };
  return mapTexts(blocks, (block) => {
    const runs = block.runs.map(recounted);
    return runs.every((run, at) => run === block.runs[at]) ? block : { ...block, runs };
  });
}

function addressOf({ facts }: Note, index: number): string {
  const { original, revised } = facts;
  const { kind } = (revised ?? original)!;
  return `${TO_NOTE}${index}:${kind}:${original?.number ?? ''}:${revised?.number ?? ''}`;
}

/** Maps the text blocks, those in cells too. Unchanged blocks stay the same objects. Only nested tables recurse. */
function mapTexts(blocks: readonly Block[], map: (block: TextBlock) => TextBlock): readonly Block[] {
  return blocks.map((block) => {
    if (block.kind === 'text') return map(block);
    if (block.kind !== 'table') return block;
    const rows = block.rows.map((row) => {
      const cells = row.cells.map((cell) => {
        const inside = mapTexts(cell.blocks, map);
        return inside.every((each, at) => each === cell.blocks[at]) ? cell : { ...cell, blocks: inside };
      });
      return cells.every((each, at) => each === row.cells[at]) ? row : { ...row, cells };
    });
    return rows.every((each, at) => each === block.rows[at]) ? block : { ...block, rows };
  });
}

interface Walk {
  readonly at: number;
  readonly signs: ReadonlyMap<number, string>;
  readonly runs: Run[];
}

/** Adds a run, with the signs in it as links of their own. */
function linkRun({ at, signs, runs }: Walk, run: Run): Walk {
  const end = at + run.text.length;
  let from = 0;
  if (run.image === undefined && run.href === null && run.link === undefined)
    for (let place = run.text.indexOf(SIGN); place !== -1; place = run.text.indexOf(SIGN, place + 1)) {
      const href = signs.get(at + place);
      if (href === undefined) continue;
      if (place > from) runs.push({ ...run, text: run.text.slice(from, place) });
      runs.push({ ...run, text: SIGN, href });
      from = place + 1;
    }
  if (from === 0) runs.push(run);
  else if (from < run.text.length) runs.push({ ...run, text: run.text.slice(from) });
  return { at: end, signs, runs };
}

/**
 * Shows the numbers of notes at their signs. `side`: the one side that the nodes show; null: both, or the redline. What
 * was deleted, and the first of two columns, have the numbers of the original.
 */
export function numberNotes(root: ParentNode, side: Side | null): void {
  for (const link of root.querySelectorAll(TO_NOTE_LINKS)) {
    const [, , kind = '', original = '', revised = ''] = (link.getAttribute('href') ?? '').split(':', 5);
    const cell = link.closest('.diffsvc-cell');
    const isOriginal =
      side === null
        ? (cell?.matches(':first-child:not(:only-child)') ?? false) ||
          link.closest('del, [data-change-type="block_delete"]') !== null
        : side === 'original';
    const number = (isOriginal ? original : revised) || original || revised;
    const text = link.ownerDocument.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode();
    if (text !== null) text.nodeValue = number;
    const name = noteName({ kind: kind === 'endnote' ? 'endnote' : 'footnote', number: Number(number) });
    link.setAttribute('aria-label', name);
    link.setAttribute('title', name);
  }
  for (const link of root.querySelectorAll(BACK_LINKS))
    link.setAttribute('title', link.querySelector('img')?.getAttribute('alt') ?? '');
}
