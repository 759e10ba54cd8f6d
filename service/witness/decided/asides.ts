/** Text beside the body of a document: notes, headers, footers and comments. */
import type { Block } from '../../../shared/document/model.ts';
import { noteIn } from '../../../shared/document/notes.ts';
import { storyOf } from '../../../shared/document/story.ts';

/** What a block is: of the body, the first block of an aside, or a further one. */
export type AsidePart = 'body' | 'first' | 'further';

/** For each block what it is. A note is an item of a list, whose first block names it. */
export function asidesOf(blocks: readonly Block[]): readonly AsidePart[] {
  let inside: string | null = null;
  return blocks.map((block) => {
    const story = storyOf(block.path);
    const { first } = block.path;
    const isNote = block.kind === 'text' && noteIn(block.attributes) !== null;
    const goesOn = inside === 'note' && first?.kind === 'ol' && !first.starts;
    const kind = story?.kind ?? (isNote || goesOn ? 'note' : null);
    const isFirst = isNote || story?.starts === true || kind !== inside;
    inside = kind;
    return kind === null ? 'body' : isFirst ? 'first' : 'further';
  });
}
