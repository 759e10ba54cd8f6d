import { FIELDS, writeFields, type FieldRange } from '../../../../shared/document/fields.ts';
import type { Attributes } from '../../../../shared/document/model.ts';
import type { InlineContent, TextMark } from '../../html/inline-content.ts';

class Place implements TextMark {
  offset: number | null = null;

  settle(_runs: unknown, offset: number): void {
    this.offset = offset;
  }
}

/** The results of the fields of one text. */
export class FieldPlaces {
  readonly #fields: (readonly [start: Place, end: Place])[] = [];

  /** Adds what `read` adds to the content as the result of a field. */
  within(content: InlineContent, read: () => void): void {
    const field = [new Place(), new Place()] as const;
    content.addMark(field[0]);
    read();
    content.addMark(field[1]);
    this.#fields.push(field);
  }

  /** The attribute of the text, after its runs were taken. */
  attributes(): Attributes {
    const ranges = this.#fields.flatMap(([{ offset: start }, { offset: end }]): FieldRange[] =>
      start === null || end === null || start >= end ? [] : [[start, end]],
    );
    return ranges.length === 0 ? {} : { [FIELDS]: writeFields(ranges) };
  }
}
