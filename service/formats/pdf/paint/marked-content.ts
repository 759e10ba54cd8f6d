import { actualTextOf } from '../amend/actual-text.ts';
import type { PlacedGlyph } from './glyph.ts';
import { replaceGlyphs } from './replacement-text.ts';
import { append } from '../../../../shared/iterables.ts';

/** Replacement text of open marked content, with the index of its first glyph. */
interface Replacement {
  readonly text: string;
  readonly from: number;
}

/**
 * Properties of the content inside the open marked-content sequences (ISO 32000-2, 14.6). Inner sequences override
 * outer ones.
 */
interface OpenContent {
  /** Marked-content id, −1 outside marked content. */
  readonly mcid: number;
  readonly artifact: boolean;
  readonly replacement: Replacement | null;
}

/** The stack of marked-content sequences of a page. Closing a sequence applies its replacement text to its glyphs. */
export class MarkedContent {
  readonly #glyphs: PlacedGlyph[];
  readonly #outer: OpenContent[] = [];
  /** How many forms are open. */
  #forms = 0;
  #hasPageIds = false;
  #open: OpenContent = OUTSIDE;

  /** @param glyphs the glyphs of the page so far; replaced in place */
  constructor(glyphs: PlacedGlyph[]) {
    this.#glyphs = glyphs;
  }

  /** A form counts its contents anew, and the structure of the page does not name them. */
  enterForm(): void {
    this.#forms += 1;
  }

  /** Ends the form that `enterForm` began. */
  leaveForm(): void {
    this.#forms -= 1;
  }

  get mcid(): number {
    return this.#open.mcid;
  }

  get isArtifact(): boolean {
    return this.#open.artifact;
  }

  get hasReplacement(): boolean {
    return this.#open.replacement !== null;
  }

  /**
   * Opens a sequence.
   *
   * @param tag a name, or an object with a `name`, as pdf.js returns it
   * @param properties the marked-content id; anything else is ignored
   */
  begin(tag: unknown, properties: unknown): void {
    const outer = this.#open;
    this.#outer.push(outer);
    const name = typeof tag === 'object' && tag !== null ? (tag as { name?: unknown }).name : tag;
    const actual = typeof name === 'string' ? actualTextOf(name) : null;
    // Some files number the contents of a page within its only form.
    const hasId = typeof properties === 'number' && (this.#forms <= 0 || !this.#hasPageIds);
    if (hasId && this.#forms <= 0) this.#hasPageIds = true;
    this.#open = {
      mcid: hasId ? properties : outer.mcid,
      artifact: outer.artifact || name === 'Artifact',
      replacement: actual === null ? outer.replacement : { text: actual, from: this.#glyphs.length },
    };
  }

  /** Closes the innermost sequence. Without an open one nothing changes. */
  end(): void {
    const { replacement } = this.#open;
    this.#open = this.#outer.pop() ?? OUTSIDE;
    if (replacement && replacement !== this.#open.replacement) {
      const painted = this.#glyphs.splice(replacement.from);
      append(this.#glyphs, replaceGlyphs(painted, replacement.text));
    }
  }
}

const OUTSIDE: OpenContent = { mcid: -1, artifact: false, replacement: null };
