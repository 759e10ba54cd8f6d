import { editsShown } from '../../shared/document/edits-of-moves.ts';
import { textOf, type Block, type Run, type OneSided } from '../../shared/document/model.ts';
import { listChanges, type PictureChange, type ReviewChange, type ReviewKind } from '../document-view/list-changes.ts';

/**
 * Identifies a change by content alone: what it does, and the unchanged text around it. A later comparison of the
 * same documents can find it again. Change ids cannot serve for this, because they count from 1 in each comparison.
 */
export interface ContentAnchor {
  readonly kind: ReviewKind;
  readonly before: string;
  readonly after: string;
  /** The picture of both sides, whose words may be the same. */
  readonly picture?: PictureChange;
  /** The unchanged text right before and right after the change: at most `CONTEXT_LENGTH` UTF-16 units each. */
  readonly textBefore: string;
  readonly textAfter: string;
}

/**
 * Long enough to distinguish two clauses with the same change. Short enough to survive an edit in the sentence before.
 */
const CONTEXT_LENGTH = 40;

/** The anchors of all changes of a merged document by change id, in document order. */
export function anchorsOf(blocks: readonly Block[]): ReadonlyMap<string, ContentAnchor> {
  const places = new Places();
  places.addBlocks(editsShown(blocks), null);
  return new Map(listChanges(blocks).map((change) => [change.id, places.anchorOf(change)]));
}

/** What each kind of change is in the other order of the sides. */
const TURNED: Readonly<Record<ReviewKind, ReviewKind>> = {
  insert: 'delete',
  delete: 'insert',
  block_insert: 'block_delete',
  block_delete: 'block_insert',
  split: 'merge',
  merge: 'split',
  replace: 'replace',
  format: 'format',
  link: 'link',
};

/** The anchor of the same change where the sides are in the other order. The unchanged text is that of both. */
export function turnedAnchor(anchor: ContentAnchor): ContentAnchor {
  const { kind, before, after, picture } = anchor;
  const turned = picture && { picture: { original: picture.revised, revised: picture.original } };
  return { ...anchor, kind: TURNED[kind], before: after, after: before, ...turned };
}

/** Collects the unchanged text, and the place of each change in it. */
class Places {
  /** The unchanged text so far. Each block ends with a line feed. */
  #text = '';
  readonly #spans = new Map<string, { from: number; to: number }>();

  anchorOf({ id, kind, before, after, picture }: ReviewChange): ContentAnchor {
    const { from, to } = this.#spans.get(id) ?? { from: 0, to: 0 };
    return {
      kind,
      before,
      after,
      ...(picture && { picture }),
      textBefore: this.#text.slice(Math.max(0, from - CONTEXT_LENGTH), from),
      textAfter: this.#text.slice(to, to + CONTEXT_LENGTH),
    };
  }

  #open(id: string | null | undefined): void {
    if (id != null && !this.#spans.has(id)) this.#spans.set(id, { from: this.#text.length, to: this.#text.length });
  }

  #close(id: string | null | undefined): void {
    const span = id == null ? undefined : this.#spans.get(id);
    if (span) span.to = this.#text.length;
  }

  /**
   * Nested tables recurse. `around` is set inside content that only one side has; such content is no unchanged text.
   */
  addBlocks(blocks: readonly Block[], around: OneSided | null): void {
    for (const block of blocks) {
      const onlyIn = block.onlyIn ?? around;
      const ids = [block.onlyIn?.changeId, block.original?.changeId];
      for (const id of ids) this.#open(id);
      if (block.kind === 'text') {
        this.#open(block.boundary?.changeId);
        this.#close(block.boundary?.changeId);
        for (const run of block.runs) this.#addRun(run, onlyIn !== null);
        if (onlyIn === null && textOf(block) !== '') this.#text += '\n';
      }
      if (block.kind === 'table') {
        for (const row of block.rows) {
          this.#open(row.onlyIn?.changeId);
          for (const cell of row.cells) {
            this.#open(cell.onlyIn?.changeId);
            this.addBlocks(cell.blocks, cell.onlyIn ?? row.onlyIn ?? onlyIn);
            this.#close(cell.onlyIn?.changeId);
          }
          this.#close(row.onlyIn?.changeId);
        }
      }
      for (const id of ids) this.#close(id);
    }
  }

  /** `isInside`: the run is in content that only one side has. Edits of a moved block are there. */
  #addRun({ text, edit, format, link }: Run, isInside: boolean): void {
    const ids = [edit?.changeId, format?.changeId, link?.changeId];
    for (const id of ids) this.#open(id);
    if (!edit && !isInside) this.#text += text;
    for (const id of ids) this.#close(id);
  }
}

/** The result of a search for anchors in another comparison. */
export interface FoundAnchors<Key> {
  /** The change that each anchor refers to now. */
  readonly found: ReadonlyMap<Key, string>;
  /** The anchors without a unique match. The search never guesses. */
  readonly lost: readonly Key[];
}

/** Ways in which an anchor may match a change, the most certain first. The change itself must always be equal. */
const WAYS: readonly ((anchor: ContentAnchor) => readonly string[])[] = [
  ({ textBefore, textAfter }) => [textBefore, textAfter],
  ({ textBefore }) => [textBefore, ''],
  ({ textAfter }) => ['', textAfter],
  // Only the nearest characters, because the sentence around was edited too.
  ({ textBefore, textAfter }) => [textBefore.slice(-8), textAfter.slice(0, 8)],
];

/** Hashes of an anchor, one for each way in which it may match. Equal signs of one way are a match. */
export type AnchorSigns = readonly string[];

/** The signs of an anchor. They do not contain the text, and the same anchor has the same signs everywhere. */
export function signsOf(anchor: ContentAnchor): AnchorSigns {
  const { kind, before, after, picture } = anchor;
  return WAYS.map((way) => hashOf(JSON.stringify([kind, before, after, picture, ...way(anchor)])));
}

/** A hash of 53 bits (cyrb53). It distinguishes the changes of a document, and protects nothing. */
function hashOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

/** Finds anchors among the changes of a merged document: see `findSigns`. */
export function findAnchors<Key>(
  wanted: ReadonlyMap<Key, ContentAnchor>,
  present: ReadonlyMap<string, ContentAnchor>,
): FoundAnchors<Key> {
  return findSigns(signsOfAll(wanted), signsOfAll(present));
}

/** The signs of several anchors. */
export function signsOfAll<Key>(anchors: ReadonlyMap<Key, ContentAnchor>): ReadonlyMap<Key, AnchorSigns> {
  return new Map([...anchors].map(([key, anchor]) => [key, signsOf(anchor)]));
}

/**
 * Finds anchors among the changes of a merged document by their signs. If several anchors match equally many changes,
 * they pair in order. If the numbers differ, none of them matches.
 */
export function findSigns<Key>(
  wanted: ReadonlyMap<Key, AnchorSigns>,
  present: ReadonlyMap<string, AnchorSigns>,
): FoundAnchors<Key> {
  const found = new Map<Key, string>();
  const open = new Map(wanted);
  const free = new Map(present);
  for (const sureness of WAYS.keys()) {
    const signature = (signs: AnchorSigns): string => signs[sureness] ?? '';
    const places = grouped(free, signature);
    for (const [sign, keys] of grouped(open, signature)) {
      const ids = places.get(sign) ?? [];
      // Less certain ways need a unique match on both sides.
      if (ids.length !== keys.length || (sureness > 0 && keys.length > 1)) continue;
      for (const [at, key] of keys.entries()) {
        const id = ids[at]!;
        found.set(key, id);
        open.delete(key);
        free.delete(id);
      }
    }
  }
  return { found, lost: [...open.keys()] };
}

function grouped<Key>(
  anchors: ReadonlyMap<Key, AnchorSigns>,
  signature: (signs: AnchorSigns) => string,
): Map<string, Key[]> {
  const groups = new Map<string, Key[]>();
  for (const [key, anchor] of anchors) {
    const sign = signature(anchor);
    const group = groups.get(sign);
    if (group) group.push(key);
    else groups.set(sign, [key]);
  }
  return groups;
}
