import type { Block, Cell, Row, Side, OneSided } from '../../shared/document/model.ts';
import { TOP } from '../../shared/document/path.ts';
import {
  code,
  dd,
  del,
  doc,
  dt,
  em,
  figure,
  h1,
  h2,
  hr,
  img,
  ins,
  li,
  link,
  ol,
  p,
  path,
  pre,
  quote,
  strong,
  table,
  td,
  text,
  th,
  tr,
  rowOf,
  ul,
} from '../builders/document.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let lastId = 0;
/** A unique change id. */
function nextId(): string {
  lastId += 1;
  return `chg_${String(lastId).padStart(6, '0')}`;
}

function onlyIn(side: Side, moveId?: string): { onlyIn: OneSided } {
  return { onlyIn: { side, changeId: nextId(), ...(moveId !== undefined && { moveId }) } };
}

/** Every kind of block and change in docs/fragment.md, at least once. */
export function sampleBlocks(): Block[] {
  lastId = 0;
  const inserted = (block: Block, moveId?: string): Block => ({ ...block, ...onlyIn('revised', moveId) });
  const deleted = (block: Block, moveId?: string): Block => ({ ...block, ...onlyIn('original', moveId) });
  const columnId = nextId();
  const column = (cell: Cell): Cell => ({ ...cell, onlyIn: { side: 'revised', changeId: columnId } });
  const lost = (row: Row): Row => ({ ...row, ...onlyIn('original') });
  const replaceId = nextId();
  return doc(
    h1('Every construct of a fragment'),
    { ...h2('A numbered heading'), attributes: { 'data-label': '4.' } },
    ol(
      li({
        ...p('A clause whose letter changed'),
        attributes: { 'data-label': '(c)' },
        carried: { attributes: { 'data-label': '(b)' }, code: [], images: [] },
      }),
      li(inserted({ ...p('A clause'), attributes: { 'data-label': '(d)' } })),
      li(deleted({ ...p('Another clause'), attributes: { dir: 'rtl', 'data-label': '(e)' } })),
    ),
    p(
      'A word ',
      del(replaceId, 'replaced'),
      ins(replaceId, 'exchanged'),
      ', one ',
      ins(nextId(), 'inserted'),
      ', one ',
      del(nextId(), 'deleted'),
      '.',
    ),
    p(
      'Marks: ',
      strong('strong'),
      ' ',
      em('em'),
      ' ',
      code('code'),
      '. Marked up anew: ',
      strong('strong now').map((run) => ({ ...run, format: { changeId: nextId(), originalMarks: 0 } })),
      '.',
    ),
    p(
      'A ',
      link('https://example.org/', 'link'),
      ', one ',
      link('javascript:alert(1)', 'that is never followed'),
      ', one ',
      link('https://example.org/new', 'with a new address').map((run) => ({
        ...run,
        link: { changeId: nextId(), originalHref: 'https://example.org/old' },
      })),
      '.',
    ),
    p('A line break ', ins(nextId(), '\n'), 'that is new, and ', del(nextId(), '\n'), 'one that is gone.'),
    { ...p('This paragraph was part of the one before.'), boundary: { side: 'revised', changeId: nextId() } },
    { ...p('This one was joined to the one before.'), boundary: { side: 'original', changeId: nextId() } },
    inserted(p('A whole new paragraph.')),
    deleted(p('A whole paragraph that is gone.')),
    deleted(p('A paragraph on its way down.'), 'mov_0001'),
    { ...h2('A heading that was a paragraph'), original: { changeId: nextId(), type: 'p', path: TOP } },
    inserted(p('A paragraph on its way down.'), 'mov_0001'),
    { ...p('A paragraph that was a list item'), original: { changeId: nextId(), path: path('ul+') } },
    ...ul(
      li('One'),
      li('Two', ...ol(li('Nested one'), li(deleted(p('Nested two'))), li('Nested three'))),
      li(inserted(p('Three'))),
    ),
    ...dt('Term'),
    ...dd('Description'),
    ...quote('A quotation, ', p('of two paragraphs.')),
    pre('preformatted\n    ', ins(nextId(), 'text')),
    inserted(pre('inserted preformatted text')),
    hr(),
    inserted(hr()),
    deleted(hr()),
    text('caption', 'A table with a new column and a lost row'),
    table(
      rowOf('head', th('Plan'), th('Price'), column(th('Support'))),
      tr(td('Basic'), td(p(del(nextId(), '10'), ins(nextId(), '12'))), column(td('mail'))),
      lost(tr(td('Trial'), td('0'), td())),
      rowOf('foot', td('Sum'), td('12'), column(td())),
    ),
    p(
      'An image ',
      img(PIXEL, 'a dot'),
      ' and one that is not loaded: ',
      img('https://example.org/chart.png', 'a chart'),
      '.',
    ),
    figure({ src: PIXEL, alt: 'a dot' }),
    text('line', 'a line of plain text, '),
    text('line', ''),
    ...[true, false].map((starts): Block => ({
      ...text('line', starts ? 'a line that begins a paragraph now' : 'a line that goes on now'),
      path: path(starts ? 'para+' : 'para'),
      original: { changeId: nextId(), path: path(starts ? 'para' : 'para+') },
    })),
    text('code-line', '  "key": ', ins(nextId(), '1')),
    p(`An unbroken word: ${'abcdefghij'.repeat(30)}`),
  );
}
