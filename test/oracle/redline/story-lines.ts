/** The lines of one story in a strict reading, whose paragraphs are written down as their marks come. */

/** What holds a story, and so what it ends with. */
export type Holder = 'body' | 'cell' | 'control';

interface OpenContainer {
  readonly at: number;
  /** Format of the run before it. */
  readonly before: string | null;
  readonly form: string;
}

/** Lines of one story in the making. A paragraph is written when a mark comes that stays. */
export class StoryLines {
  readonly #holder: Holder;
  readonly #lines: string[] = [];
  #content = '';
  #form: string | null = null;
  #containers: OpenContainer[] = [];
  /** The mark of a paragraph that has gone, while nothing has taken its content over. */
  #pending: (() => string) | null = null;
  #lastIsParagraph = false;
  #sectionFollows: string | null = null;

  constructor(holder: Holder) {
    this.#holder = holder;
  }

  put(form: string, text: string): void {
    if (text === '') return;
    if (this.#form !== form) this.#content += ` «${form}»`;
    this.#form = form;
    this.#content += text;
  }

  open(form: string): void {
    this.#containers.push({ at: this.#content.length, before: this.#form, form });
    this.#content += ` «»(${form}`;
    this.#form = null;
  }

  /** Containers around nothing are not there. */
  close(): void {
    const { at, before, form } = this.#containers.pop()!;
    if (this.#content.slice(at) === ` «»(${form}`) {
      this.#content = this.#content.slice(0, at);
      this.#form = before;
    } else {
      this.#content += ' «»)';
      this.#form = null;
    }
  }

  /** A field; without a result although it `had` one, a revision has taken it away as a whole. */
  field(begin: () => void, result: () => void, end: () => void, had: boolean): void {
    const [at, before] = [this.#content.length, this.#form];
    begin();
    const inside = this.#content.length;
    result();
    if (!had || this.#content.length > inside) end();
    else {
      this.#content = this.#content.slice(0, at);
      this.#form = before;
    }
  }

  /** `form` is only asked for when the paragraph is written, since lists are counted as they come. */
  mark(form: () => string, isGone: boolean): void {
    if (isGone) this.#pending = form;
    else this.#write(form);
  }

  other(...lines: string[]): void {
    // The section of the body is no block.
    if (lines[0]!.startsWith('SECTION ')) {
      this.#sectionFollows = lines[0]!;
      return;
    }
    if (this.#pending !== null && this.#content !== '') this.#write(this.#pending);
    this.#pending = null;
    this.#lines.push(...lines);
    this.#lastIsParagraph = false;
  }

  /** A content control, which may end a story like the paragraph in it. */
  control(form: string, content: StoryLines): void {
    this.other(`CONTROL ${form}`, ...content.#lines, 'END');
    this.#lastIsParagraph = content.#lastIsParagraph;
  }

  /** Call it once, when the story is at its end. */
  finish(): string[] {
    if (this.#pending !== null) {
      const needed =
        this.#holder === 'cell' || (this.#holder === 'body' && this.#lines.length > 0) ? !this.#lastIsParagraph : false;
      if (this.#content !== '' || needed) this.#write(this.#pending);
    }
    if (this.#sectionFollows !== null) this.#lines.push(this.#sectionFollows);
    return this.#lines;
  }

  #write(form: () => string): void {
    this.#lines.push(`P {${form()}}${this.#content}`);
    this.#content = '';
    this.#form = null;
    this.#pending = null;
    this.#lastIsParagraph = true;
  }
}
