import type { Vocabulary } from '../../engine/tokens/vocabulary.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import type { Translation } from '../adopt/translate.ts';
import type { Canonical } from '../package/canonical.ts';
import type { RedlineReport } from '../package/redline-report.ts';
import type { GuidedMatcher } from '../text/guided-matcher.ts';
import type { MarkContext } from '../text/paragraph-mark.ts';
import type { ThingCharacters } from '../text/paragraph-text.ts';
import type { RevisionWriter } from '../text/revision-writer.ts';
import type { SectionOrigins } from '../text/section-origins.ts';
import type { BlockReading } from '../text/story-blocks.ts';
import type { NotePairs } from './note-pairs.ts';

/** What all stories of one comparison share. */
export interface StoryCollaborators {
  readonly revisions: RevisionWriter;
  readonly vocabulary: Vocabulary;
  readonly things: ThingCharacters;
  readonly translation: Translation;
  readonly notes: NotePairs;
  readonly sections: SectionOrigins;
  readonly report: RedlineReport;
  /** Whether to decide as if the documents were exchanged, so that the result does not depend on their order. */
  readonly swapped: boolean;
  /** A comparison of the same documents to follow; null without one. */
  readonly guide: GuidedMatcher | null;
}

/** The context in which the stories of one part are merged. */
export class StoryContext implements MarkContext, BlockReading {
  readonly revisions: RevisionWriter;
  readonly vocabulary: Vocabulary;
  readonly things: ThingCharacters;
  readonly notes: NotePairs;
  readonly sections: SectionOrigins;
  readonly report: RedlineReport;
  readonly swapped: boolean;
  readonly guide: GuidedMatcher | null;
  /** Canonical strings for this part, whose relationship ids it resolves. */
  readonly canonical: Canonical;
  readonly #translation: Translation;

  constructor(shared: StoryCollaborators, canonical: Canonical) {
    this.revisions = shared.revisions;
    this.vocabulary = shared.vocabulary;
    this.things = shared.things;
    this.notes = shared.notes;
    this.sections = shared.sections;
    this.report = shared.report;
    this.swapped = shared.swapped;
    this.guide = shared.guide;
    this.canonical = canonical;
    this.#translation = shared.translation;
  }

  /** The same context without a comparison to follow. */
  withoutGuide(): StoryContext {
    const { revisions, vocabulary, things, notes, sections, report, swapped } = this;
    const translation = this.#translation;
    const shared = { revisions, vocabulary, things, notes, sections, report, swapped, translation, guide: null };
    return new StoryContext(shared, this.canonical);
  }

  /** Whether a position of the revised document (a bookmark) is new. Positions of both documents stay the original's. */
  readonly isNew = (position: XmlElement): boolean => this.#translation.isNew(position);
}
