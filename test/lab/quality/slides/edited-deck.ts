/** Makes one edit in a presentation, as an author would, in the XML of its parts. */
import { strFromU8, strToU8, unzipSync, zipSync, type Unzipped } from 'fflate';

/** Kinds of edits. */
export const EDITS = [
  'word',
  'title',
  'bullet',
  'no bullet',
  'note',
  'cell',
  'slide',
  'no slide',
  'moved slide',
] as const;
export type EditKind = (typeof EDITS)[number];

/** A word that no presentation of the corpus has. */
export const NEW_WORD = 'Zebrafish';

/** An edited presentation, and the slide that shows the edit: its number after the edit, or before a deletion. */
export interface EditedDeck {
  readonly bytes: Uint8Array;
  readonly slide: number;
}

/** A choice between the numbers from 0 up to `count`. */
export type Choose = (count: number) => number;

const PRESENTATION = 'ppt/presentation.xml';
const RELATIONS = 'ppt/_rels/presentation.xml.rels';
const ENTRY = /<p:sldId [^>]*?(?:\/>|>[\s\S]*?<\/p:sldId>)/gu;
const TEXT = /<a:t>([^<>&]*[A-Za-z]{3}[^<>&]*)<\/a:t>/gu;
/** A paragraph of one run of text, without anything that other paragraphs share. */
const PARAGRAPH = /<a:p>(?:(?!<a:p[ >]|<a:fld|<\/a:p>)[\s\S])*?<\/a:p>/gu;

/** The presentation with one edit; null if it has nothing of that kind to edit. */
export function editedDeck(bytes: Uint8Array, kind: EditKind, choose: Choose): EditedDeck | null {
  const files = unzipSync(bytes);
  const deck = new OpenDeck(files);
  const slide = deck.slides.length === 0 ? 0 : choose(deck.slides.length);
  const edited = editOf(deck, kind, slide, choose);
  return edited === null ? null : { bytes: zipSync(files), slide: edited + 1 };
}

/** Makes the edit. Returns the index of the slide that shows it; null if there is nothing to edit. */
function editOf(deck: OpenDeck, kind: EditKind, slide: number, choose: Choose): number | null {
  const part = deck.slides[slide];
  if (part === undefined) return null;
  switch (kind) {
    case 'word':
      return deck.rewrite(part, /<p:sp>[\s\S]*?<\/p:sp>/gu, TEXT, withNewWord, choose, isPlainShape) ? slide : null;
    case 'title':
      return deck.rewrite(part, /<p:sp>[\s\S]*?<\/p:sp>/gu, TEXT, withNewWord, choose, isTitleShape) ? slide : null;
    case 'cell':
      return deck.rewrite(part, /<a:tc[ >][\s\S]*?<\/a:tc>/gu, TEXT, withNewWord, choose, isOwnCell) ? slide : null;
    case 'note': {
      const notes = deck.notesOf(part);
      const isNotes = (shape: string): boolean => shape.includes('type="body"');
      return notes !== null && deck.rewrite(notes, /<p:sp>[\s\S]*?<\/p:sp>/gu, TEXT, withNewWord, choose, isNotes)
        ? slide
        : null;
    }
    case 'bullet':
      return deck.rewrite(part, /<p:sp>[\s\S]*?<\/p:sp>/gu, PARAGRAPH, withParagraphAfter, choose, isPlainShape)
        ? slide
        : null;
    case 'no bullet':
      return deck.rewrite(part, /<p:sp>[\s\S]*?<\/p:sp>/gu, PARAGRAPH, withoutParagraph, choose, isListShape)
        ? slide
        : null;
    case 'slide':
      return deck.duplicate(slide);
    case 'no slide':
      return deck.slides.length > 1 ? deck.remove(slide) : null;
    case 'moved slide': {
      const to = choose(deck.slides.length);
      return to === slide ? null : deck.move(slide, to);
    }
  }
}

const isTitleShape = (shape: string): boolean => /<p:ph type="(?:ctrT|t)itle"/u.test(shape);
const isHidden = (shape: string): boolean => /<p:cNvPr [^>]*hidden="1"/u.test(shape);
const isPlainShape = (shape: string): boolean =>
  !isTitleShape(shape) && !isHidden(shape) && !/<p:ph type="(?:dt|ftr|sldNum)"/u.test(shape);
const isListShape = (shape: string): boolean => isPlainShape(shape) && [...shape.matchAll(TEXT)].length > 2;
const isOwnCell = (cell: string): boolean => !/^<a:tc [^>]*[hv]Merge="1"/u.test(cell);

/** A text with another first word. */
function withNewWord(text: string): string | null {
  return text.replace(/[A-Za-z]{3,}/u, NEW_WORD);
}

function withParagraphAfter(paragraph: string): string | null {
  const texts = [...paragraph.matchAll(TEXT)];
  if (texts.length !== 1 || paragraph.split('<a:t>').length !== 2) return null;
  return paragraph + paragraph.replace(TEXT, `<a:t>${NEW_WORD} swim past the reef</a:t>`);
}

function withoutParagraph(paragraph: string): string | null {
  const texts = [...paragraph.matchAll(TEXT)];
  return texts.length === 1 && paragraph.split('<a:t>').length === 2 && texts[0]![1]!.split(' ').length > 3 ? '' : null;
}

/** The parts of a presentation. */
class OpenDeck {
  readonly #files: Unzipped;
  readonly #entries: string[];

  constructor(files: Unzipped) {
    this.#files = files;
    this.#entries = [...this.#text(PRESENTATION).matchAll(ENTRY)].map(([entry]) => entry);
  }

  /** Names of the parts of the slides, in their order. */
  get slides(): string[] {
    const relations = this.#text(RELATIONS);
    return this.#entries.map((entry) => {
      const id = /r:id="([^"]*)"/u.exec(entry)![1]!;
      const [, relation] = new RegExp(`<Relationship ([^>]*Id="${id}"[^>]*)/>`, 'u').exec(relations)!;
      return `ppt/${/Target="(?:\/ppt\/)?([^"]*)"/u.exec(relation!)![1]!}`;
    });
  }

  notesOf(slide: string): string | null {
    const name = slide.replace('slides/', 'slides/_rels/') + '.rels';
    const target = /Target="\.\.\/(notesSlides\/[^"]*)"/u.exec(this.#files[name] ? this.#text(name) : '')?.[1];
    return target === undefined ? null : `ppt/${target}`;
  }

  /** Rewrites one piece inside one of the outer pieces of a part, if `change` can. */
  rewrite(
    part: string,
    outer: RegExp,
    inner: RegExp,
    change: (text: string) => string | null,
    choose: Choose,
    isFit: (outer: string) => boolean,
  ): boolean {
    // What older programs show is not read.
    const xml = this.#text(part);
    const places = [...xml.matchAll(outer)]
      .filter(([piece]) => isFit(piece))
      .flatMap((around) =>
        [...around[0].matchAll(inner)].flatMap((match) => {
          const [piece] = match;
          const text = match[1];
          const changed = text === undefined ? change(piece) : piece.replace(text, change(text) ?? text);
          return changed === null || changed === piece ? [] : [{ at: around.index + match.index, piece, changed }];
        }),
      )
      .filter(({ at }) => !isInFallback(xml, at));
    if (places.length === 0) return false;
    const { at, piece, changed } = places[choose(places.length)]!;
    this.#files[part] = strToU8(xml.slice(0, at) + changed + xml.slice(at + piece.length));
    return true;
  }

  /** Adds a copy of a slide after it, with a new id. Returns the index of the copy. */
  duplicate(slide: number): number {
    const part = this.slides[slide]!;
    const copy = 'ppt/slides/slide9999.xml';
    this.#files[copy] = this.#files[part]!;
    const relations = this.#files[part.replace('slides/', 'slides/_rels/') + '.rels'];
    // The copy has no notes: PowerPoint would copy them to a part of their own.
    if (relations)
      this.#files['ppt/slides/_rels/slide9999.xml.rels'] = strToU8(
        strFromU8(relations).replace(/<Relationship [^>]*\/notesSlide"[^>]*\/>/u, ''),
      );
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide';
    this.#files[RELATIONS] = strToU8(
      this.#text(RELATIONS).replace(
        '</Relationships>',
        `<Relationship Id="rIdCopy" Type="${type}" Target="slides/slide9999.xml"/></Relationships>`,
      ),
    );
    this.#list(this.#entries.toSpliced(slide + 1, 0, '<p:sldId id="99999" r:id="rIdCopy"/>'));
    return slide + 1;
  }

  remove(slide: number): number {
    this.#list(this.#entries.toSpliced(slide, 1));
    return slide;
  }

  move(from: number, to: number): number {
    this.#list(this.#entries.toSpliced(from, 1).toSpliced(to, 0, this.#entries[from]!));
    return to;
  }

  #list(entries: readonly string[]): void {
    const xml = this.#text(PRESENTATION);
    this.#files[PRESENTATION] = strToU8(
      xml.replace(/(<p:sldIdLst[^>]*>)[\s\S]*(<\/p:sldIdLst>)/u, `$1${entries.join('')}$2`),
    );
  }

  #text(name: string): string {
    return strFromU8(this.#files[name]!);
  }
}

function isInFallback(xml: string, at: number): boolean {
  return xml.lastIndexOf('<mc:Fallback', at) > xml.lastIndexOf('</mc:Fallback>', at);
}
