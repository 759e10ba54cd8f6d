/** Lists what a presentation shows beside its texts and pictures. */
import { childOf, childrenOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { treeOrNone } from '../../../ooxml/tree-or-none.ts';
import { shownChildren, shownWithin, type Reading } from '../reading.ts';
import type { Deck, Slide } from '../open-deck.ts';
import { drawingMarkup } from '../../docx/parts/docx-inventory.ts';
import { placeholderOf } from '../shapes/placeholders.ts';
import { lookMarkup } from './look-markup.ts';

/** Lists the shapes of a slide, its background, animation and transition. `layout`: the name of its layout. */
export function listSlide({ root, number, partName }: Slide, layout: string, reading: Reading): void {
  const { inventory } = reading;
  const where = `on slide ${number}`;
  const drawn = childOf(root, 'p:cSld');
  const overrides = [childOf(root, 'p:clrMapOvr')].flatMap((each) => each ?? []).map(lookMarkup);
  inventory.add(
    'slide_layout',
    [layout, drawn === undefined ? '' : lookMarkup(drawn), ...overrides].join('\n'),
    '',
    where,
  );
  listFills(drawn, partName, reading);
  for (const child of shownChildren(root)) {
    if (child.name === 'p:timing') inventory.add('animation', lookMarkup(child), '', where);
    if (child.name.endsWith(':transition')) inventory.add('transition', lookMarkup(child), '', where);
  }
}

/** Pictures that fill a shape or the background. */
function listFills(node: XmlElement | undefined, partName: string, reading: Reading): void {
  for (const child of childrenOf(node)) {
    if (child.name === 'a:blipFill') {
      const blip = childOf(child, 'a:blip');
      reading.inventory.addPart(
        'picture',
        partName,
        blip?.attributes.get('r:embed') ?? blip?.attributes.get('r:link'),
        '',
      );
    } else listFills(child, partName, reading);
  }
}

/** Lists the sections of a presentation, the size of its slides, and the layouts that slides use, masters included. */
export function listDeck({ presentation, slides }: Deck, usedParts: ReadonlySet<string>, reading: Reading): void {
  const { inventory, package: archive } = reading;
  const size = childOf(presentation, 'p:sldSz')?.attributes;
  const [width, height] = [size?.get('cx') ?? '', size?.get('cy') ?? ''];
  const first = presentation.attributes.get('firstSlideNum') ?? '1';
  const numbered = first === '1' ? '' : `, numbered from ${first}`;
  inventory.add('page_layout', `${width} ${height} ${first}`, `slides of ${width} × ${height}${numbered}`, '');
  for (const { name, number } of sectionsOf(presentation, slides))
    inventory.add('slide_section', name, name, `from slide ${number} on`);
  for (const name of usedParts) {
    const root = treeOrNone(() => archive.tree(name));
    if (root === undefined) continue;
    const theme = archive.related(name, 'theme');
    const colours = theme === undefined ? undefined : treeOrNone(() => archive.tree(theme));
    const drawn = [root, colours].flatMap((each) => each ?? []).map((each) => lookMarkup(each) + textsOf(each));
    inventory.add('slide_master', drawn.join('\n'), childOf(root, 'p:cSld')?.attributes.get('name') ?? '', '');
  }
}

/** The texts that a layout or master shows on slides. The text of a placeholder is a prompt, which no slide shows. */
function textsOf(root: XmlElement): string {
  const shapes = childrenOf(shownWithin(root, 'p:spTree'), 'p:sp').filter((shape) => placeholderOf(shape) === null);
  return shapes.flatMap((shape) => childrenOf(childOf(shape, 'p:txBody'), 'a:p').map(drawingMarkup)).join('');
}

/** The sections ([MS-PPTX] 2.2.6) that have slides, with the number of their first one. */
function sectionsOf(presentation: XmlElement, slides: readonly Slide[]): { name: string; number: number }[] {
  const numbers = new Map(slides.map(({ id, number }) => [id, number]));
  const extensions = childrenOf(childOf(presentation, 'p:extLst'), 'p:ext').flatMap((extension) =>
    childrenOf(extension),
  );
  const sections = extensions
    .filter(({ name }) => name === 'p14:sectionLst')
    .flatMap((list) => childrenOf(list, 'p14:section'));
  return sections.flatMap((section) => {
    const own = childrenOf(childOf(section, 'p14:sldIdLst'), 'p14:sldId');
    const number = own.flatMap(({ attributes }) => numbers.get(attributes.get('id') ?? '') ?? [])[0];
    return number === undefined ? [] : [{ name: section.attributes.get('name') ?? '', number }];
  });
}
