import type { NoteEdit, PassageEdit } from '../api/reviews.ts';
import type { ChangeNote, NoteMessage, PassageNote } from '../review-file/notes.ts';

const NO_NOTE: ChangeNote = { messages: [], tags: [] };

/** The edits that lead from some notes on changes to others. */
export function noteEdits(
  before: ReadonlyMap<string, ChangeNote>,
  after: ReadonlyMap<string, ChangeNote>,
): readonly NoteEdit[] {
  const edits: NoteEdit[] = [];
  for (const changeId of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(changeId) ?? NO_NOTE, after.get(changeId) ?? NO_NOTE];
    if (was === is) continue;
    const edit = {
      changeId,
      ...messagesBetween(was.messages, is.messages),
      tagsAdded: is.tags.filter((tag) => !was.tags.includes(tag)),
      tagsRemoved: was.tags.filter((tag) => !is.tags.includes(tag)),
    };
    if ([edit.added, edit.removed, edit.tagsAdded, edit.tagsRemoved].some((part) => part.length > 0)) edits.push(edit);
  }
  return edits;
}

/** The edits that lead from some notes on passages to others. */
export function passageEdits(
  before: ReadonlyMap<string, PassageNote>,
  after: ReadonlyMap<string, PassageNote>,
): readonly PassageEdit[] {
  const edits: PassageEdit[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    const note = is ?? was;
    if (was === is || note === undefined) continue;
    const edit = messagesBetween(was?.messages ?? [], is?.messages ?? []);
    if (edit.added.length > 0 || edit.removed.length > 0) edits.push({ id, ...note.passage, ...edit });
  }
  return edits;
}

function messagesBetween(
  before: readonly NoteMessage[],
  after: readonly NoteMessage[],
): { added: NoteMessage[]; removed: NoteMessage[] } {
  const missingIn = (others: readonly NoteMessage[]) => {
    const keys = new Set(others.map((message) => JSON.stringify([message.author, message.at, message.text])));
    return ({ author, at, text }: NoteMessage): boolean => !keys.has(JSON.stringify([author, at, text]));
  };
  return { added: after.filter(missingIn(before)), removed: before.filter(missingIn(after)) };
}
