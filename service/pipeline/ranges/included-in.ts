import type { Include } from '../../../shared/api/include.ts';
import { comparedPicture, type Block } from '../../../shared/document/model.ts';
import { storyOf } from '../../../shared/document/story.ts';
import { textBlocksOf } from '../../engine/align/text-blocks-of.ts';

/** What the comparison of a fragment included, as far as either document has it: stories and pictures. */
export function includedIn(blocks: readonly Block[]): Include[] {
  const hasPictures = textBlocksOf(blocks).some(({ runs }) => runs.some((run) => comparedPicture(run) !== undefined));
  // A block that moved between a story and the body names the story on one side only.
  const paths = blocks.flatMap(({ path, original }) => (original ? [path, original.path] : [path]));
  const kinds = new Set(paths.flatMap((path) => storyOf(path)?.kind ?? []));
  const has = (suffix: string): boolean => [...kinds].some((kind) => kind.endsWith(suffix));
  return [
    ...(has('header') ? (['headers'] as const) : []),
    ...(has('footer') ? (['footers'] as const) : []),
    ...(has('comment') ? (['comments'] as const) : []),
    ...(hasPictures ? (['pictures'] as const) : []),
  ];
}
