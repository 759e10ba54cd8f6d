import type { Block } from '../../../shared/document/model.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { ELEMENTS } from './elements.ts';
import type { Reading } from './reading.ts';
import { StoryReader, type StorySetting } from './stories/story-reader.ts';

/** The blocks of a story: the body, a note, a comment, a header. `partName` is the part with its relationships. */
export function readStory(
  content: readonly XmlElement[],
  partName: string,
  reading: Reading,
  setting: StorySetting = {},
): Block[] {
  return new StoryReader(partName, reading, ELEMENTS, setting).readAll(content);
}
