/** Small PPTX files from their slides. Shapes are written as XML without namespace declarations. */
import { archive } from './docx.ts';

const NAMESPACES = [
  ['p', 'http://schemas.openxmlformats.org/presentationml/2006/main'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['c', 'http://schemas.openxmlformats.org/drawingml/2006/chart'],
  ['cx', 'http://schemas.microsoft.com/office/drawing/2014/chartex'],
  ['dgm', 'http://schemas.openxmlformats.org/drawingml/2006/diagram'],
  ['m', 'http://schemas.openxmlformats.org/officeDocument/2006/math'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['a14', 'http://schemas.microsoft.com/office/drawing/2010/main'],
  ['p14', 'http://schemas.microsoft.com/office/powerpoint/2010/main'],
  ['p188', 'http://schemas.microsoft.com/office/powerpoint/2018/8/main'],
] as const;
const DECLARATIONS = NAMESPACES.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(' ');
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const LATER = 'http://schemas.microsoft.com/office/2018/10/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml';

/** A slide: its shapes as XML, and what belongs to it. */
export interface SlideParts {
  readonly shapes: string;
  /** The id that the slide keeps when it moves. Default: 256 and its index. */
  readonly id?: number;
  readonly hidden?: boolean;
  /** Paragraphs of the notes, as XML. */
  readonly notes?: string;
  /** Comments of every version, as the inside of `p:cmLst`. */
  readonly comments?: string;
  /** Threads, as the inside of `p188:cmLst`. */
  readonly threads?: string;
  /** What follows `p:cSld`: a transition, an animation. */
  readonly after?: string;
  /** Further relationships: id, type, and target; an address outside with `external`. */
  readonly relations?: readonly (readonly [id: string, type: string, target: string, external?: 'external'])[];
}

/** What belongs to the whole presentation. */
export interface DeckParts {
  /** Inside of the layout's tree of shapes. */
  readonly layout?: string;
  /** Inside of the master's tree of shapes. */
  readonly master?: string;
  /** Inside of the authors of comments and of threads. */
  readonly authors?: string;
  readonly threadAuthors?: string;
  /** What follows the list of slides in the presentation. */
  readonly after?: string;
  /** Further files of the archive, or other bytes for those above. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Nothing is compressed. */
  readonly stored?: boolean;
}

/** An XML part with all usual namespaces declared. */
export function slidePart(root: string, inside: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${DECLARATIONS}${attributes}>${inside}</${root}>`;
}

const BODY_STYLE =
  '<p:txStyles><p:titleStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></p:titleStyle><p:bodyStyle>' +
  [1, 2, 3].map((level) => `<a:lvl${level}pPr><a:buChar char="•"/></a:lvl${level}pPr>`).join('') +
  '</p:bodyStyle><p:otherStyle/></p:txStyles>';

/** The bytes of a PPTX with these slides. */
export function pptx(slides: readonly SlideParts[], deck: DeckParts = {}): Uint8Array {
  const files: Record<string, string | Uint8Array> = {};
  const tree = (root: string, shapes: string, after = '', attributes = ''): string =>
    slidePart(root, `<p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>${after}`, attributes);
  const relations = (name: string, entries: readonly (readonly [string, string, string, 'external'?])[]): void => {
    const written = entries.map(([id, type, target, external]) => {
      const uri = type.includes(':') ? type : `${OFFICE}/${type}`;
      return `<Relationship Id="${id}" Type="${uri}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`;
    });
    files[name] = `<Relationships xmlns="${PACKAGE}/relationships">${written.join('')}</Relationships>`;
  };
  files['ppt/slideLayouts/slideLayout1.xml'] = tree('p:sldLayout', deck.layout ?? '');
  relations('ppt/slideLayouts/_rels/slideLayout1.xml.rels', [
    ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
  ]);
  files['ppt/slideMasters/slideMaster1.xml'] = tree('p:sldMaster', deck.master ?? '', BODY_STYLE);
  slides.forEach((slide, at) => {
    const number = at + 1;
    const own: (readonly [string, string, string, 'external'?])[] = [
      ['rIdLayout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...(slide.relations ?? []),
    ];
    if (slide.notes !== undefined) {
      const body = shape(slide.notes, { type: 'body', name: 'Notes Placeholder 2' });
      files[`ppt/notesSlides/notesSlide${number}.xml`] = tree('p:notes', body);
      own.push(['rIdNotes', 'notesSlide', `../notesSlides/notesSlide${number}.xml`]);
    }
    if (slide.comments !== undefined) {
      files[`ppt/comments/comment${number}.xml`] = slidePart('p:cmLst', slide.comments);
      own.push(['rIdComments', 'comments', `../comments/comment${number}.xml`]);
    }
    if (slide.threads !== undefined) {
      files[`ppt/comments/modernComment${number}.xml`] = slidePart('p188:cmLst', slide.threads);
      own.push(['rIdThreads', `${LATER}/comments`, `../comments/modernComment${number}.xml`]);
    }
    files[`ppt/slides/slide${number}.xml`] = tree('p:sld', slide.shapes, slide.after, slide.hidden ? ' show="0"' : '');
    relations(`ppt/slides/_rels/slide${number}.xml.rels`, own);
  });
  const list = slides.map(({ id }, at) => `<p:sldId id="${id ?? 256 + at}" r:id="rIdSlide${at + 1}"/>`);
  files['ppt/presentation.xml'] = slidePart(
    'p:presentation',
    `<p:sldIdLst>${list.join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>${deck.after ?? ''}`,
  );
  const main: (readonly [string, string, string])[] = slides.map((_, at) => [
    `rIdSlide${at + 1}`,
    'slide',
    `slides/slide${at + 1}.xml`,
  ]);
  if (deck.authors !== undefined) {
    files['ppt/commentAuthors.xml'] = slidePart('p:cmAuthorLst', deck.authors);
    main.push(['rIdAuthors', 'commentAuthors', 'commentAuthors.xml']);
  }
  if (deck.threadAuthors !== undefined) {
    files['ppt/authors.xml'] = slidePart('p188:authorLst', deck.threadAuthors);
    main.push(['rIdThreadAuthors', `${LATER}/authors`, 'authors.xml']);
  }
  relations('ppt/_rels/presentation.xml.rels', main);
  relations('_rels/.rels', [['rId1', 'officeDocument', 'ppt/presentation.xml']]);
  files['[Content_Types].xml'] =
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/ppt/presentation.xml" ContentType="${TYPE}.presentation.main+xml"/>` +
    slides
      .map((_, at) => `<Override PartName="/ppt/slides/slide${at + 1}.xml" ContentType="${TYPE}.slide+xml"/>`)
      .join('') +
    `<Override PartName="/ppt/slideMasters/slideMaster1.xml" ContentType="${TYPE}.slideMaster+xml"/><Override PartName="/ppt/slideLayouts/slideLayout1.xml" ContentType="${TYPE}.slideLayout+xml"/></Types>`;
  return archive({ ...files, ...deck.files }, deck.stored);
}

/** How a shape stands on its slide. */
export interface ShapeForm {
  /** Type of the placeholder; absent: it fills none. */
  readonly type?: string;
  readonly name?: string;
  /** Left, top, width and height. */
  readonly at?: readonly [number, number, number, number];
  /** Alternative text. */
  readonly description?: string;
  /** Inside of its list style. */
  readonly style?: string;
  /** Further attributes and children of `p:cNvPr`. */
  readonly more?: readonly [attributes: string, inside?: string];
}

/** The transform of a shape; none without a place. */
export function placed(at: ShapeForm['at'], element = 'a:xfrm'): string {
  if (at === undefined) return '';
  const [left, top, width, height] = at;
  return `<${element}><a:off x="${left}" y="${top}"/><a:ext cx="${width}" cy="${height}"/></${element}>`;
}

function named({ name = 'Shape', description, more = ['', ''] }: ShapeForm): string {
  const described = description === undefined ? '' : ` descr="${description}"`;
  return `<p:cNvPr id="2" name="${name}"${described}${more[0]}>${more[1] ?? ''}</p:cNvPr>`;
}

/** A shape of paragraphs. A plain text is one paragraph. */
export function shape(paragraphs: string, form: ShapeForm = {}): string {
  const placeholder = form.type === undefined ? '' : `<p:ph type="${form.type}"/>`;
  const text = paragraphs === '' || paragraphs.startsWith('<') ? paragraphs : para(paragraphs);
  return (
    `<p:sp><p:nvSpPr>${named(form)}<p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${placed(form.at)}</p:spPr>` +
    `<p:txBody><a:bodyPr/><a:lstStyle>${form.style ?? ''}</a:lstStyle>${text}</p:txBody></p:sp>`
  );
}

/** The title of a slide. */
export const title = (text: string): string => shape(text, { type: 'title', name: 'Title 1' });

/** The body of a slide: one bullet for each text. */
export const bullets = (...texts: string[]): string =>
  shape(texts.map((text) => para(text)).join(''), { type: 'body', name: 'Content 2' });

/** A run; `properties` are the attributes of `a:rPr`, and `inside` its children. */
export const run = (text: string, properties = '', inside = ''): string =>
  `<a:r><a:rPr ${properties}>${inside}</a:rPr><a:t>${text}</a:t></a:r>`;

/** A paragraph of runs; a plain text is one run. `properties` are attributes of `a:pPr`, and `inside` its children. */
export const para = (content: string, properties = '', inside = ''): string =>
  `<a:p><a:pPr ${properties}>${inside}</a:pPr>${content === '' || content.startsWith('<') ? content : run(content)}</a:p>`;

/** A graphic frame around a table, chart or diagram. */
export function frame(content: string, form: ShapeForm = {}): string {
  return (
    `<p:graphicFrame><p:nvGraphicFramePr>${named(form)}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>` +
    `${placed(form.at, 'p:xfrm')}<a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`
  );
}

/** A cell; `attributes` are its spans and merges. */
export const cell = (text: string, attributes = ''): string =>
  `<a:tc ${attributes}><a:txBody><a:bodyPr/>${text === '' ? '<a:p/>' : para(text)}</a:txBody><a:tcPr/></a:tc>`;

/** A table of rows of cells; a text is a plain cell. */
export function slideTable(rows: readonly (readonly string[])[], properties = ''): string {
  const written = rows.map(
    (cells) => `<a:tr h="1">${cells.map((each) => (each.startsWith('<') ? each : cell(each))).join('')}</a:tr>`,
  );
  return `<a:tbl><a:tblPr ${properties}/><a:tblGrid/>${written.join('')}</a:tbl>`;
}

/** A picture of a relationship. */
export function slidePicture(id: string, form: ShapeForm = {}): string {
  return (
    `<p:pic><p:nvPicPr>${named(form)}<p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill>` +
    `<p:spPr>${placed(form.at)}</p:spPr></p:pic>`
  );
}

/** A group of shapes. `at`: where it stands; `inner`: its own coordinates. */
export function group(shapes: string, at: ShapeForm['at'], inner: ShapeForm['at'] = at, attributes = ''): string {
  const [left, top, width, height] = inner!;
  const child = `<a:chOff x="${left}" y="${top}"/><a:chExt cx="${width}" cy="${height}"/>`;
  const transform = placed(at).replace('</a:xfrm>', `${child}</a:xfrm>`).replace('<a:xfrm>', `<a:xfrm ${attributes}>`);
  return `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="Group"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>${transform}</p:grpSpPr>${shapes}</p:grpSp>`;
}
