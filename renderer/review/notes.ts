import type { ChangeNote, NoteMessage, Passage, PassageNote } from '../../shared/review-file/notes.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';

/** The notes on changes, by change id. */
export type Notes = ReadonlyMap<string, ChangeNote>;

/** The notes on passages, by their own ids. */
export type PassageNotes = ReadonlyMap<string, PassageNote>;

/** No notes on changes. */
export const NO_NOTES: Notes = new Map();
/** No notes on passages. */
export const NO_PASSAGES: PassageNotes = new Map();

const EMPTY_NOTE: ChangeNote = { messages: [], tags: [] };

/** The notes with another thread about a change. A thread without messages and tags goes. */
export function withNote(notes: Notes, changeId: string, change: Partial<ChangeNote>): Notes {
  const note = { ...(notes.get(changeId) ?? EMPTY_NOTE), ...change };
  return withEntry(notes, changeId, note.messages.length === 0 && note.tags.length === 0 ? null : note);
}

/** The notes with another thread about a passage. A thread without messages goes. */
export function withPassageNote(
  notes: PassageNotes,
  id: string,
  passage: Passage,
  messages: readonly NoteMessage[],
): PassageNotes {
  return withEntry(notes, id, messages.length === 0 ? null : { passage, messages });
}

function withEntry<Note>(notes: ReadonlyMap<string, Note>, id: string, note: Note | null): ReadonlyMap<string, Note> {
  const next = new Map(notes);
  if (note === null) next.delete(id);
  else next.set(id, note);
  return next;
}

/** A thread with another text for one of its messages. An empty text removes the message. */
export function withText(messages: readonly NoteMessage[], index: number, text: string): readonly NoteMessage[] {
  if (text.trim() === '') return messages.filter((_, at) => at !== index);
  return messages.map((message, at) => (at === index ? { ...message, text: text.trim() } : message));
}

/** The notes with another author below the messages of one; the same notes if there are none. */
export function withAuthor<Note extends { readonly messages: readonly NoteMessage[] }>(
  notes: ReadonlyMap<string, Note>,
  from: string,
  to: string,
): ReadonlyMap<string, Note> {
  if (![...notes.values()].some(({ messages }) => messages.some(({ author }) => author === from))) return notes;
  const renamed = (message: NoteMessage): NoteMessage =>
    message.author === from ? { ...message, author: to } : message;
  return new Map([...notes].map(([id, note]) => [id, { ...note, messages: note.messages.map(renamed) }]));
}

/** A message that is written now. */
export function newMessage(author: string, nowMs: number, text: string): NoteMessage {
  return { author: author.trim(), at: new Date(nowMs).toISOString(), text: text.trim() };
}

/** The tags in a text, which has commas between them. Each occurs once. */
export function tagsIn(text: string): readonly string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}

/** The notes about changes that exist. */
export function notesAbout(notes: Notes, changes: ReadonlyMap<string, ReviewChange>): Notes {
  return new Map([...notes].filter(([changeId]) => changes.has(changeId)));
}

/**
 * Two threads about one thing: the messages of both, each once. Messages without an author are by `theirReviewer` if
 * they are from the other thread. The order is by time; messages without a time come first.
 */
export function joinedMessages(
  mine: readonly NoteMessage[],
  theirs: readonly NoteMessage[],
  theirReviewer: string,
): readonly NoteMessage[] {
  const known = new Set(mine.map(keyOf));
  const added: NoteMessage[] = [];
  for (const message of theirs) {
    const signed = message.author === '' ? { ...message, author: theirReviewer } : message;
    if (known.has(keyOf(message)) || known.has(keyOf(signed))) continue;
    known.add(keyOf(signed));
    added.push(signed);
  }
  if (added.length === 0) return mine;
  return [...mine, ...added].sort((a, b) => compareTexts(a.at ?? '', b.at ?? ''));
}

function keyOf({ author, at, text }: NoteMessage): string {
  return JSON.stringify([author, at, text]);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
