/**
 * What a decided document shows, as lines: of the drawing that it must equal, and of the written file. Neither uses code
 * of the project.
 */
import { Parser } from 'htmlparser2';
import { unzipSync } from 'fflate';
import type { DrawnDocument } from '../../builders/decided-pair.ts';

/** The lines of a drawn document: body, notes, header, comments. A note is `*` at its place. */
export function drawnLines({ body, header }: DrawnDocument): string[] {
  const lines: string[] = [];
  const notes: string[] = [];
  const comments: string[] = [];
  for (const item of body) {
    if (!('text' in item)) {
      for (const row of item) for (const cell of row) lines.push(cell);
      continue;
    }
    const { text, note, picture, comment, field, link, list } = item;
    const shown = [
      list === undefined ? '' : `[${list}] `,
      text,
      picture === undefined ? '' : `[${picture}]`,
      note === undefined ? '' : '*',
      field === undefined ? '' : ` {${field.instruction}} ${field.result}`,
      link === undefined ? '' : ` <${link.href}> ${link.text}`,
    ];
    lines.push(shown.join(''));
    if (note !== undefined) notes.push(`note: ${note}`);
    if (comment === undefined) continue;
    comments.push(`comment of ${comment.author}: ${comment.text}`);
    if (comment.reply !== undefined)
      comments.push(`comment of ${comment.author}: ${comment.reply} (answers “${comment.text}”)`);
  }
  return [...lines, ...notes, `header: ${header}`, ...comments];
}

/** The lines of a written file without revisions. @throws Error if it has any */
export function writtenLines(bytes: Uint8Array): string[] {
  const parts = unzipSync(bytes);
  const xml = (name: string): string => (parts[name] === undefined ? '' : new TextDecoder().decode(parts[name]));
  const targets = targetsOf(xml('word/_rels/document.xml.rels'));
  const partOf = (kind: string): string =>
    xml(`word/${[...targets.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target ?? ''}`);
  const numbering = listsOf(partOf('numbering'));
  const hrefOf = (id: string): string => targets.get(id)?.target ?? 'lost';
  const pictureOf = (id: string): string => {
    const file = parts[`word/${targets.get(id)?.target ?? ''}`];
    return file === undefined ? '[lost]' : `[${new TextDecoder().decode(file.subarray(8))}]`;
  };
  const main = storyOf(xml('word/document.xml'), { pictureOf, hrefOf, numbering });
  const notes = new Map(storyOf(partOf('footnotes'), { pictureOf, hrefOf, numbering }).items);
  const comments = new Map(storyOf(partOf('comments'), { pictureOf, hrefOf, numbering }).items);
  const answers = answersOf(partOf('commentsExtended'));
  const byParagraph = new Map([...comments.values()].flatMap((item) => item.ids.map((id) => [id, item] as const)));
  const said = (item: Item | undefined): string => item?.lines.join(' ') ?? 'lost';
  const answered = (item: Item | undefined): string => {
    const parent = item?.ids.flatMap((id) => answers.get(id) ?? [])[0];
    return parent === undefined ? '' : ` (answers “${said(byParagraph.get(parent))}”)`;
  };
  const header = main.headers.map((id) =>
    storyOf(xml(`word/${targets.get(id)?.target ?? ''}`), { pictureOf, hrefOf, numbering }),
  );
  return [
    ...main.lines,
    ...main.notes.map((id) => `note: ${notes.get(id)?.lines.join(' ') ?? 'lost'}`),
    ...header.flatMap(({ lines }) => lines.map((line) => `header: ${line}`)),
    ...main.comments.map((id) => {
      const item = comments.get(id);
      return `comment of ${item?.author ?? ''}: ${said(item)}${answered(item)}`;
    }),
  ];
}

/** The text of every part, with and without its tags, and the names of all parts. */
export function everyText(bytes: Uint8Array): string {
  return Object.entries(unzipSync(bytes))
    .map(([name, content]) => {
      const text = new TextDecoder().decode(content);
      return `${name}\n${text}\n${text.replaceAll(/<[^>]*>/gu, '')}`;
    })
    .join('\n');
}

/** A note or a comment. */
interface Item {
  readonly author: string;
  readonly lines: string[];
  /** Ids of its paragraphs. */
  readonly ids: string[];
}

interface Story {
  readonly lines: string[];
  readonly notes: string[];
  readonly comments: string[];
  readonly headers: string[];
  /** Notes or comments of the part by their ids. */
  readonly items: [id: string, item: Item][];
}

interface Setting {
  readonly pictureOf: (id: string) => string;
  readonly hrefOf: (id: string) => string;
  readonly numbering: ReadonlyMap<string, string>;
}

/** Paragraph ids of comments → the paragraph of the comment that each answers. */
function answersOf(xml: string): Map<string, string> {
  const answers = new Map<string, string>();
  const parser = new Parser(
    {
      onopentag(_, { 'w15:paraId': own, 'w15:paraIdParent': parent }) {
        if (own !== undefined && parent !== undefined) answers.set(own, parent);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return answers;
}

const REVISION = /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|\w+Change)$/u;

/** One part, read tag by tag. */
function storyOf(xml: string, { pictureOf, hrefOf, numbering }: Setting): Story {
  const story: Story = { lines: [], notes: [], comments: [], headers: [], items: [] };
  let [line, label, inText, inInstruction] = ['', '', false, false];
  let lines = story.lines;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (REVISION.test(name)) throw new Error(`the file has a revision: ${name}`);
        const id = attributes['w:id'] ?? '';
        if (name === 'w:p') {
          [line, label] = ['', ''];
          const paragraph = attributes['w14:paraId'];
          if (paragraph !== undefined) story.items.at(-1)?.[1].ids.push(paragraph);
        }
        if (name === 'w:t') inText = true;
        if (name === 'w:instrText') {
          inInstruction = true;
          line += '{';
        }
        if (name === 'w:hyperlink') line += `<${hrefOf(attributes['r:id'] ?? '')}> `;
        if (name === 'w:numId') label = `[${numbering.get(attributes['w:val'] ?? '') ?? 'lost'}] `;
        if (name === 'w:footnoteReference') {
          line += '*';
          story.notes.push(id);
        }
        if (name === 'w:commentReference') story.comments.push(id);
        if (name === 'w:headerReference') story.headers.push(attributes['r:id'] ?? '');
        if (name === 'a:blip') line += pictureOf(attributes['r:embed'] ?? '');
        if (name === 'w:footnote' || name === 'w:comment') {
          lines = [];
          story.items.push([id, { author: attributes['w:author'] ?? '', lines, ids: [] }]);
        }
      },
      ontext(text) {
        if (inInstruction) line += text.trim();
        else if (inText) line += text;
      },
      onclosetag(name) {
        if (name === 'w:t') inText = false;
        if (name === 'w:instrText') {
          inInstruction = false;
          line += '} ';
        }
        if (name === 'w:p' && line.trim() !== '') lines.push((label + line).replaceAll(/\s+/gu, ' ').trim());
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return story;
}

function targetsOf(xml: string): ReadonlyMap<string, { readonly type: string; readonly target: string }> {
  const targets = new Map<string, { type: string; target: string }>();
  const parser = new Parser(
    {
      onopentag(name, { Id = '', Type = '', Target = '' }) {
        if (name === 'Relationship') targets.set(Id, { type: Type, target: Target.replace(/^\/word\//u, '') });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return targets;
}

/** The kind of list of each number of a list. */
function listsOf(xml: string): ReadonlyMap<string, string> {
  const formats = new Map<string, string>();
  const lists = new Map<string, string>();
  let [abstract, number] = ['', ''];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:abstractNum') abstract = attributes['w:abstractNumId'] ?? '';
        if (name === 'w:numFmt' && !formats.has(abstract)) formats.set(abstract, attributes['w:val'] ?? '');
        if (name === 'w:num') number = attributes['w:numId'] ?? '';
        if (name === 'w:abstractNumId')
          lists.set(number, formats.get(attributes['w:val'] ?? '') === 'bullet' ? 'bullets' : 'numbers');
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return lists;
}
