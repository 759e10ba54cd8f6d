import { textOf, type Block, type Run, type OneSided } from '../../shared/document/model.ts';
import { listChanges, type ReviewChange, type ReviewKind } from '../document-view/list-changes.ts';

/**
 * Where a change is, told by content alone, so that it is found again in a later comparison of the same documents: what
 * it does, and what stands unchanged before and after it. Ids of changes count from 1 in each comparison and tell nothing.
 */
export interface ContentAnchor {
  readonly kind: ReviewKind;
  readonly before: string;
  readonly after: string;
  /** The unchanged text right before and right after, at most `CONTEXT_LENGTH` UTF-16 units of each. */
  readonly textBefore: string;
  readonly textAfter: string;
}

/** Long enough to tell two clauses with the same change apart, short enough to survive an edit in the sentence before. */
const CONTEXT_LENGTH = 40;

/** The anchors of all changes of a merged document, by their ids, in the order of the document. */
export function anchorsOf(blocks: readonly Block[]): ReadonlyMap<string, ContentAnchor> {
  const places = new Places();
  places.addBlocks(blocks, null);
  return new Map(listChanges(blocks).map((change) => [change.id, places.anchorOf(change)]));
}

/** Collects the unchanged text, and where in it each change begins and ends. */
class Places {
  /** Unchanged text so far; a block ends with a line feed. */
  #text = '';
  readonly #spans = new Map<string, { from: number; to: number }>();

  anchorOf({ id, kind, before, after }: ReviewChange): ContentAnchor {
    const { from, to } = this.#spans.get(id) ?? { from: 0, to: 0 };
    return {
      kind,
      before,
      after,
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

  /** `around`: a standing that covers the blocks; what is in it is no unchanged text. Nested tables recurse. */
  addBlocks(blocks: readonly Block[], around: OneSided | null): void {
    for (const block of blocks) {
      const onlyIn = block.onlyIn ?? around;
      const ids = [block.onlyIn?.changeId, block.original?.changeId];
      for (const id of ids) this.#open(id);
      if (block.kind === 'text') {
        this.#open(block.boundary?.changeId);
        this.#close(block.boundary?.changeId);
        if (onlyIn === null) for (const run of block.runs) this.#addRun(run);
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

  #addRun({ text, edit, format, link }: Run): void {
    const ids = [edit?.changeId, format?.changeId, link?.changeId];
    for (const id of ids) this.#open(id);
    if (!edit) this.#text += text;
    for (const id of ids) this.#close(id);
  }
}

/** What came of looking for anchors in another comparison. */
export interface FoundAnchors<Key> {
  /** The change that each anchor is now. */
  readonly found: ReadonlyMap<Key, string>;
  /** The anchors that are nowhere, or in more than one place: not guessed. */
  readonly lost: readonly Key[];
}

/** Ways in which an anchor may agree with a change, the surest first. A change that does something else never agrees. */
const WAYS: readonly ((anchor: ContentAnchor) => readonly string[])[] = [
  ({ textBefore, textAfter }) => [textBefore, textAfter],
  ({ textBefore }) => [textBefore, ''],
  ({ textAfter }) => ['', textAfter],
  // The nearest words only: the sentence around was edited too.
  ({ textBefore, textAfter }) => [textBefore.slice(-8), textAfter.slice(0, 8)],
];

/**
 * Finds anchors among the changes of a merged document. Where several anchors and as many changes agree in all, they
 * are taken in their order; where their numbers differ, none of them is.
 */
export function findAnchors<Key>(
  wanted: ReadonlyMap<Key, ContentAnchor>,
  present: ReadonlyMap<string, ContentAnchor>,
): FoundAnchors<Key> {
  const found = new Map<Key, string>();
  const open = new Map(wanted);
  const free = new Map(present);
  for (const [sureness, way] of WAYS.entries()) {
    const signature = (anchor: ContentAnchor): string =>
      JSON.stringify([anchor.kind, anchor.before, anchor.after, ...way(anchor)]);
    const places = grouped(free, signature);
    for (const [sign, keys] of grouped(open, signature)) {
      const ids = places.get(sign) ?? [];
      // Beyond the surest way, only what is there once on both sides.
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
  anchors: ReadonlyMap<Key, ContentAnchor>,
  signature: (anchor: ContentAnchor) => string,
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
