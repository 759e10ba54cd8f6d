import type { XmlElement } from '../../ooxml/xml-tree.ts';
import type { MergeContext } from '../text/merge-content.ts';
import type { MarkContext } from '../text/paragraph-mark.ts';
import type { RevisionWriter } from '../text/revision-writer.ts';
import type { BlockReading } from '../text/story-blocks.ts';

/** What a merge needs, and where it tells what it could not do well. */
export interface StoryContext extends MarkContext, BlockReading {
  readonly isNew: MergeContext['isNew'];
  readonly revisions: RevisionWriter;
  /** A pair of blocks was not merged but replaced, since the merged one broke a law. */
  readonly onDegraded: () => void;
  /** A reference to a note that both sides have. */
  readonly onSharedNote: (a: XmlElement, b: XmlElement) => void;
  /** Something differs that no revision can show; the original's stays. */
  readonly onUntrackable: (elementName: string) => void;
}
