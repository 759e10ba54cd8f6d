import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isComplex, slotTexts, type FontSlot } from './font-slots.ts';
import type { Looks } from './looks.ts';

/** A part of a text with one look; undefined: the text has no look of its own. */
export interface LookedText {
  readonly text: string;
  readonly look: string | undefined;
}

/** The looks of the runs of one paragraph, one run after the other. */
export class RunLooks {
  readonly #looks: Looks;
  readonly #paragraphStyle: string | undefined;
  readonly #inHeading: boolean;
  #properties: XmlElement | undefined;
  readonly #known = new Map<FontSlot, string | undefined>();

  constructor(looks: Looks, paragraphStyle: string | undefined, inHeading: boolean) {
    this.#looks = looks;
    this.#paragraphStyle = paragraphStyle;
    this.#inHeading = inHeading;
  }

  /** From now on looks are of a run with these properties. Undefined also stands for text outside of runs. */
  begin(properties: XmlElement | undefined): void {
    this.#properties = properties;
    this.#known.clear();
  }

  /** The look of Latin letters with these properties; undefined: none of their own. */
  of(properties: XmlElement): string | undefined {
    return this.#looks.run(properties, this.#paragraphStyle, this.#inHeading, 'ascii');
  }

  /** The look of a line break. */
  get ofBreak(): string | undefined {
    return this.#lookIn('ascii');
  }

  /** A text of the run, divided where another font shows it. */
  divide(text: string): LookedText[] {
    if (isComplex(this.#properties)) return [{ text, look: this.#lookIn('cs') }];
    const hinted = childOf(this.#properties, 'w:rFonts')?.attributes.get('w:hint') === 'eastAsia';
    return slotTexts(text, hinted).map((part) => ({ text: part.text, look: this.#lookIn(part.slot) }));
  }

  #lookIn(slot: FontSlot): string | undefined {
    if (this.#known.has(slot)) return this.#known.get(slot);
    const look = this.#looks.run(this.#properties, this.#paragraphStyle, this.#inHeading, slot);
    this.#known.set(slot, look);
    return look;
  }
}
