/**
 * What the placeholders of a slide take over from its layout and master (ECMA-376 part 1, 19.3.1.36): where they stand,
 * and which paragraphs have bullets. Their text is furniture and is never taken over.
 */
import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { treeOrNone } from '../../../ooxml/tree-or-none.ts';
import { shownChildren, shownWithin, type Reading } from '../reading.ts';
import { boxOf, type Box } from './boxes.ts';

/** What a placeholder is for. */
export interface Placeholder {
  readonly type: string;
  readonly index: string;
}

/** Types of placeholders that a master has under another name (19.7.10). */
const ON_MASTER: Readonly<Record<string, string>> = { ctrTitle: 'title', subTitle: 'body', obj: 'body' };
const TITLES: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
const FOOTERS: ReadonlySet<string> = new Set(['dt', 'ftr', 'sldNum', 'hdr']);

/** The placeholder that a shape fills; null: it fills none. */
export function placeholderOf(shape: XmlElement): Placeholder | null {
  const properties = shownChildren(shape).find(({ name }) => /^p:nv\w+Pr$/.test(name));
  const stated = childOf(childOf(properties, 'p:nvPr'), 'p:ph');
  if (stated === undefined) return null;
  return { type: stated.attributes.get('type') ?? 'obj', index: stated.attributes.get('idx') ?? '0' };
}

/** Whether a placeholder holds the title of its slide. */
export function isTitle(placeholder: Placeholder | null): boolean {
  return placeholder !== null && TITLES.has(placeholder.type);
}

/** Whether a placeholder holds a date, a footer or the number of its slide. */
export function isFooter(placeholder: Placeholder | null): boolean {
  return placeholder !== null && FOOTERS.has(placeholder.type);
}

/** The layout and the master of one slide, or the master of notes. */
export class Templates {
  readonly #master: XmlElement | undefined;
  /** The placeholders of both. */
  readonly #onLayout: readonly TemplateShape[];
  readonly #onMaster: readonly TemplateShape[];
  readonly #defaults: XmlElement | undefined;
  /** Names of their parts. */
  readonly parts: readonly string[];

  constructor(layout: XmlElement | undefined, master: XmlElement | undefined, reading: Reading, parts: string[] = []) {
    this.#master = master;
    this.#onLayout = placeholdersIn(layout);
    this.#onMaster = placeholdersIn(master);
    this.#defaults = childOf(reading.presentation, 'p:defaultTextStyle');
    this.parts = parts;
  }

  /** The templates of a slide. */
  static ofSlide(partName: string, reading: Reading): Templates {
    const archive = reading.package;
    const treeOf = (name: string | undefined): XmlElement | undefined =>
      name === undefined ? undefined : treeOrNone(() => archive.tree(name));
    const layout = archive.related(partName, 'slideLayout');
    const master = layout === undefined ? undefined : archive.related(layout, 'slideMaster');
    const parts = [layout, master].filter((name) => name !== undefined);
    return new Templates(treeOf(layout), treeOf(master), reading, parts);
  }

  /** Where a placeholder stands that states no place of its own. */
  boxOf(placeholder: Placeholder): Box | null {
    for (const shape of this.#shapesFor(placeholder)) {
      const box = boxOf(shape);
      if (box !== null) return box;
    }
    return null;
  }

  /** The list styles of a text outside of the shape itself, the nearest first. Null: it fills no placeholder. */
  stylesOf(placeholder: Placeholder | null): XmlElement[] {
    const styles = childOf(this.#master, 'p:txStyles') ?? childOf(this.#master, 'p:notesStyle');
    const shapes = placeholder === null ? [] : this.#shapesFor(placeholder);
    const own = shapes.flatMap((shape) => childOf(childOf(shape, 'p:txBody'), 'a:lstStyle') ?? []);
    const general = styles?.name === 'p:notesStyle' ? styles : childOf(styles, styleNameOf(placeholder));
    return [...own, general, this.#defaults].filter((style) => style !== undefined);
  }

  /** The shapes of the layout and of the master for a placeholder. */
  #shapesFor({ type, index }: Placeholder): XmlElement[] {
    const layout =
      this.#onLayout.find((each) => each.placeholder.index === index && index !== '0') ??
      this.#onLayout.find((each) => each.placeholder.type === type);
    const wanted = layout?.placeholder.type ?? type;
    const master = this.#onMaster.find((each) => each.placeholder.type === (ON_MASTER[wanted] ?? wanted));
    return [layout, master].flatMap((each) => (each === undefined ? [] : [each.shape]));
  }
}

function styleNameOf(placeholder: Placeholder | null): string {
  if (placeholder === null || isFooter(placeholder)) return 'p:otherStyle';
  return isTitle(placeholder) ? 'p:titleStyle' : 'p:bodyStyle';
}

interface TemplateShape {
  readonly shape: XmlElement;
  readonly placeholder: Placeholder;
}

function placeholdersIn(template: XmlElement | undefined): TemplateShape[] {
  const tree = template === undefined ? undefined : shownWithin(template, 'p:spTree');
  return (tree === undefined ? [] : shownChildren(tree)).flatMap((shape) => {
    const placeholder = placeholderOf(shape);
    return placeholder === null ? [] : [{ shape, placeholder }];
  });
}
