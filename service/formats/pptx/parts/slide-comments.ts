/** The comments of a slide: those of every version, and the threads of Office 365 ([MS-PPTX] 2.6). */
import { childOf, childrenOf, innerText, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isOfType } from '../../../ooxml/relationships.ts';
import type { Block } from '../../../../shared/document/model.ts';
import { partShown, type Reading } from '../reading.ts';
import { textBlock } from '../text/plain-blocks.ts';
import { readTextBody } from '../text/text-body.ts';

/** Relationships of threads and of their authors. */
const THREADS = 'http://schemas.microsoft.com/office/2018/10/relationships/comments';
const THREAD_AUTHORS = 'http://schemas.microsoft.com/office/2018/10/relationships/authors';
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/;

/** A comment of a slide, before it has its number. */
export interface SlideComment {
  /** Empty if the file names nobody. */
  readonly author: string;
  readonly date: string | undefined;
  readonly isDone: boolean;
  /** Whether it answers the last comment before it that answers none. */
  readonly isReply: boolean;
  readonly blocks: readonly Block[];
}

/** The names of the authors, by the ids of both kinds of comments. */
export function authorsOf({ package: archive, mainPart }: Reading): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const relationship of archive.relationshipsOf(mainPart).values()) {
    const isAuthors = isOfType(relationship, 'commentAuthors') || relationship.type === THREAD_AUTHORS;
    if (relationship.external || !isAuthors) continue;
    for (const { attributes } of childrenOf(archive.tree(relationship.target))) {
      const name = (attributes.get('name') ?? '').normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
      names.set(attributes.get('id') ?? '', name);
    }
  }
  return names;
}

/** The comments of a slide in the order of the file, each before its replies. */
export function commentsOfSlide(
  partName: string,
  authors: ReadonlyMap<string, string>,
  reading: Reading,
): SlideComment[] {
  const comments: SlideComment[] = [];
  for (const relationship of reading.package.relationshipsOf(partName).values()) {
    if (!isOfType(relationship, 'comments') && relationship.type !== THREADS) continue;
    const part = partShown(relationship.id, partName, reading);
    for (const node of childrenOf(part?.root)) {
      if (node.name === 'p:cm') comments.push(classic(node, authors));
      if (node.name !== 'p188:cm') continue;
      comments.push(threaded(node, false, authors, part!.name, reading));
      for (const reply of childrenOf(childOf(node, 'p188:replyLst'), 'p188:reply'))
        comments.push(threaded(reply, true, authors, part!.name, reading));
    }
  }
  return comments;
}

/** A comment of every version (ECMA-376 part 1, 19.4.1). */
function classic(node: XmlElement, authors: ReadonlyMap<string, string>): SlideComment {
  const text = childOf(node, 'p:text');
  const lines = text === undefined ? [] : innerText(text).split(/\r\n|[\r\n]/u);
  return {
    author: authors.get(node.attributes.get('authorId') ?? '') ?? '',
    date: dateOf(node.attributes.get('dt')),
    isDone: false,
    isReply: false,
    blocks: lines.flatMap((line) => textBlock(line)),
  };
}

function threaded(
  node: XmlElement,
  isReply: boolean,
  authors: ReadonlyMap<string, string>,
  partName: string,
  reading: Reading,
): SlideComment {
  return {
    author: authors.get(node.attributes.get('authorId') ?? '') ?? '',
    date: dateOf(node.attributes.get('created')),
    isDone: node.attributes.get('status') === 'resolved',
    isReply,
    blocks: readTextBody(childOf(node, 'p188:txBody'), { partName, href: null, styles: [] }, reading),
  };
}

function dateOf(written: string | undefined): string | undefined {
  return written !== undefined && DATE.test(written) ? written : undefined;
}
