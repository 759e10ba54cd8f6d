import { Type, type Static } from 'typebox';

/** What becomes of the tracked revisions that the inputs have. */
export const REVISIONS = ['accept', 'keep'] as const;

/** The choice in a request. */
export const Revisions = Type.Enum([...REVISIONS], {
  default: 'accept',
  description:
    'Tracked revisions of the two DOCX in the tracked-revision file. `accept`: they count as accepted. `keep`: they stay with ' +
    'author and date, and only what differs beyond them is new.',
});
export type Revisions = Static<typeof Revisions>;
