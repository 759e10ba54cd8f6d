/**
 * Finds the decision on references to comments. A reference has no text, so no place tells its change. It follows the
 * comment that it leads to.
 */
import { commentsOf, type Comment } from '../../../shared/document/comments-of.ts';
import type { Block, Side } from '../../../shared/document/model.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import type { Verdicts } from '../../../shared/fragment/decisions.ts';
import { textBlocksOf } from '../../engine/align/text-blocks-of.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { childrenOf, innerText, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { SIDE_OF_MARK } from '../../pipeline/ranges/revision-ranges.ts';
import { KeyedQueue } from '../../redline/package/keyed-queue.ts';
import { withoutSpace } from '../../redline/text/guide.ts';
import type { RevisionFate } from './match-revisions.ts';

/** The fates of marks around references to comments, beside the fates of the marks with text. */
export function commentFates(
  { package: archive, mainPart }: WordPackage,
  trees: Iterable<XmlElement>,
  blocks: readonly Block[],
  verdicts: Verdicts,
): Map<XmlElement, RevisionFate> {
  const part = archive.related(mainPart, 'comments');
  const comments = childrenOf(part === undefined ? undefined : archive.tree(part), 'w:comment');
  const decided = new DecidedComments(comments, blocks, verdicts);
  const found = new Map<XmlElement, RevisionFate>();
  const visit = (node: XmlElement): void => {
    const side = SIDE_OF_MARK.get(node.name);
    const id = side === undefined ? null : onlyComment(node);
    const fate = side === undefined || id === null ? undefined : decided.fateOf(id, side);
    if (fate !== undefined) found.set(node, fate);
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  for (const root of trees) visit(root);
  return found;
}

/** The id of the comment to which a mark has a reference and nothing else; null if it holds something else. */
function onlyComment(mark: XmlElement): string | null {
  const content = mark.children.flatMap((run) =>
    isElement(run, 'w:r') ? run.children.filter((child) => !isElement(child, 'w:rPr')) : [run],
  );
  const [only] = content;
  if (content.length !== 1 || !isElement(only, 'w:commentReference')) return null;
  return only.attributes.get('w:id') ?? '';
}

/** A comment of the fragment, and the decision on it. */
interface DecidedComment {
  readonly key: string;
  readonly fate: RevisionFate;
}

/** The decisions on comments. A comment is found in the fragment by its author, its date and its text. */
class DecidedComments {
  readonly #keys: ReadonlyMap<string, string>;
  readonly #decided: Readonly<Record<Side, KeyedQueue<string, DecidedComment>>>;
  readonly #found = new Map<string, RevisionFate | undefined>();

  constructor(comments: readonly XmlElement[], blocks: readonly Block[], verdicts: Verdicts) {
    this.#keys = new Map(comments.map((node) => [node.attributes.get('w:id') ?? '', keyOfNode(node)]));
    const listed = commentsOf(blocks);
    const on = (side: Side): KeyedQueue<string, DecidedComment> =>
      new KeyedQueue(
        listed
          .filter(({ facts }) => facts[side] !== null)
          .map((each) => ({ key: keyOn(side, each, blocks), fate: verdictOn(each, blocks, verdicts) })),
        ({ key }) => key,
      );
    this.#decided = { original: on('original'), revised: on('revised') };
  }

  /** The decision on a comment that only one side refers to; undefined if the fragment does not have it. */
  fateOf(id: string, side: Side): RevisionFate | undefined {
    if (!this.#found.has(id)) this.#found.set(id, this.#decided[side].take(this.#keys.get(id) ?? '')?.fate);
    return this.#found.get(id);
  }
}

/** One decision, or of several the first one. Without any, the revised document counts. */
function verdictOn({ from, to }: Comment, blocks: readonly Block[], verdicts: Verdicts): RevisionFate {
  const decided = changeIdsOf(blocks.slice(from, to)).map((id) => verdicts.sideOf(id) ?? 'open');
  return decided[0] ?? 'revised';
}

function keyOn(side: Side, { from, to, facts }: Comment, blocks: readonly Block[]): string {
  const { author, date = '' } = facts[side]!;
  const text = textBlocksOf(blocks.slice(from, to))
    .filter(({ onlyIn }) => onlyIn === undefined || onlyIn.side === side)
    .flatMap(({ runs }) => runs.filter(({ edit }) => edit === undefined || edit.side === side))
    .map((run) => run.text)
    .join('');
  // A comment with an author begins with a line of its name.
  const said = withoutSpace(text);
  const name = withoutSpace(author);
  return `${name}|${date}|${said.startsWith(name) ? said.slice(name.length) : said}`;
}

function keyOfNode(comment: XmlElement): string {
  const texts: string[] = [];
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:t') texts.push(innerText(node));
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(comment);
  const { attributes } = comment;
  const name = withoutSpace(attributes.get('w:author') ?? '');
  return `${name}|${attributes.get('w:date') ?? ''}|${withoutSpace(texts.join(''))}`;
}
