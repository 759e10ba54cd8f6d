/** What became of the changes of a second draft in a third one, as it goes over the wire. */
import { Type, type Static } from 'typebox';
import { Change } from './change.ts';

/** What became of a change, or of a part of it. */
export const FATES_OF_CHANGES = ['accepted', 'changedBack', 'changedFurther'] as const;

/** A part of a change that the third draft did not treat as the rest of it. */
export const ChangePart = Type.Object({
  changeId: Type.String({ description: 'A change of `changedFurther`.' }),
  fate: Type.Enum(FATES_OF_CHANGES),
  before: Type.Optional(Type.String({ description: 'Its text in the first draft; absent if it has none there.' })),
  after: Type.Optional(Type.String({ description: 'Its text in the second draft; absent if it has none there.' })),
  now: Type.Optional(
    Type.String({
      description:
        'Only for `changedFurther`: the text or the link destination that the third draft has in its place; empty: ' +
        'nothing. Absent if the words around it do not tell its place.',
    }),
  ),
});
export type ChangePart = Static<typeof ChangePart>;

/** The lists of three drafts. Ids of changes belong to comparisons of their own, with all content included. */
export const DraftChanges = Type.Object({
  schemaVersion: Type.Literal('diffsvc.negotiation.v1'),
  accepted: Type.Array(Change, { description: 'Changes of the second draft that the third one has.' }),
  changedBack: Type.Array(Change, { description: 'Changes of the second draft that the third one took back.' }),
  changedFurther: Type.Array(Change, {
    description: 'Changes of the second draft where the third one has something else, or that it treated in parts.',
  }),
  added: Type.Array(Change, {
    description: 'Changes of the third draft that say or leave out something by themselves.',
  }),
  parts: Type.Array(ChangePart, {
    description:
      'The parts of the changes of `changedFurther`, by sentences and changed words, in their order. A change with one ' +
      'part was changed further as a whole. The place alone decides a change without parts.',
  }),
});
export type DraftChanges = Static<typeof DraftChanges>;

/** The lists in the order in which they are shown. */
export const NEGOTIATION_LISTS = [...FATES_OF_CHANGES, 'added'] as const;
export type NegotiationList = (typeof NEGOTIATION_LISTS)[number];

/** One line of a list: a change, or a part of one. */
export interface NegotiationEntry {
  readonly change: Change;
  /** Null: the change as a whole. */
  readonly part: ChangePart | null;
  /** What the third draft has in its place, as in `ChangePart`. */
  readonly now?: string;
}

/** The lists with each part of a change where it belongs, in the order of the documents. */
export function negotiationEntries(changes: DraftChanges): Readonly<Record<NegotiationList, NegotiationEntry[]>> {
  const listed = FATES_OF_CHANGES.flatMap((fate) => changes[fate].map((change) => ({ fate, change })));
  const entries = listed
    .sort((a, b) => numberOf(a.change) - numberOf(b.change))
    .flatMap(({ fate, change }): (NegotiationEntry & { readonly fate: NegotiationList })[] => {
      const own = changes.parts.filter(({ changeId }) => changeId === change.id);
      const nowOf = (part: ChangePart | undefined) => (part?.now === undefined ? {} : { now: part.now });
      if (own.length < 2) return [{ fate, change, part: null, ...nowOf(own[0]) }];
      return own.map((part) => ({ fate: part.fate, change, part, ...nowOf(part) }));
    });
  const of = (list: NegotiationList): NegotiationEntry[] =>
    entries.flatMap(({ fate, ...entry }) => (fate === list ? [entry] : []));
  return {
    accepted: of('accepted'),
    changedBack: of('changedBack'),
    changedFurther: of('changedFurther'),
    added: changes.added.map((change) => ({ change, part: null })),
  };
}

function numberOf({ id }: Change): number {
  return Number(id.slice('chg_'.length));
}
