/** The stories of a result, and the stories of both documents that each is made of. */

/** Where a story is: its part, and the id of the note in a part of notes. */
export interface StoryPlace {
  readonly part: string;
  readonly note?: string;
}

/** A story of the result. Null: that document does not have the story, or does not refer to it. */
export interface StoryOrigin {
  readonly result: StoryPlace;
  readonly original: StoryPlace | null;
  readonly revised: StoryPlace | null;
}
