import type { ChangeNote, NoteMessage, Passage } from '../../shared/review-file/notes.ts';
import {
  newMessage,
  NO_NOTES,
  NO_PASSAGES,
  withAuthor,
  withNote,
  withPassageNote,
  withText,
  type Notes,
  type PassageNotes,
} from './notes.ts';
import { colorOfAuthor } from './reviewer-colors.ts';

/** What a thread is about: a change, or a passage by the id of its note. */
export type Subject =
  { readonly kind: 'change'; readonly changeId: string } | { readonly kind: 'passage'; readonly id: string };

/** Dependencies of the notes of a session. */
export interface SessionNotesDeps {
  /** The current time in milliseconds. */
  readonly now: () => number;
  /** An id that no other note has, in any copy of the review. */
  readonly newId: () => string;
  /** Called after every change of the notes. */
  readonly changed: () => void;
}

/** The notes of a session: threads about changes and about passages. */
export class SessionNotes {
  onChanges: Notes = $state.raw(NO_NOTES);
  onPassages: PassageNotes = $state.raw(NO_PASSAGES);
  /** The name under which new messages are written, or empty. */
  author = $state('');
  /** The colour of that name, as CSS takes it; null: one that follows from the name. */
  color: string | null = $state(null);
  /** The selection of the document, to which a note can be written; null without one. */
  offered: Passage | null = $state.raw(null);
  /** The thread that is being written to. */
  writing: Subject | null = $state.raw(null);
  /** A selected passage that gets a note with its first message. */
  selected: Passage | null = $state.raw(null);
  /** Number of threads. */
  readonly total: number = $derived(this.onChanges.size + this.onPassages.size);

  readonly #deps: SessionNotesDeps;

  constructor(deps: SessionNotesDeps) {
    this.#deps = deps;
  }

  /** The colour of an author, as CSS takes it. */
  colorOf(author: string): string {
    return author === this.author && this.color !== null ? this.color : colorOfAuthor(author);
  }

  /** Opens a thread to write to it. */
  write(subject: Subject | null): void {
    this.selected = null;
    this.writing = subject;
  }

  /** Begins a note on the selection of the document. */
  writeOnSelection(): void {
    this.writing = null;
    this.selected = this.offered;
  }

  /** The current time in milliseconds. */
  now(): number {
    return this.#deps.now();
  }

  /** Replaces all notes without storing them. */
  load(onChanges: Notes, onPassages: PassageNotes): void {
    this.onChanges = onChanges;
    this.onPassages = onPassages;
  }

  /** The messages of a thread; none if it does not exist. */
  messagesOf(subject: Subject): readonly NoteMessage[] {
    const note = subject.kind === 'change' ? this.onChanges.get(subject.changeId) : this.onPassages.get(subject.id);
    return note?.messages ?? [];
  }

  /** Adds a message to a thread, and begins the thread of a change. An empty text adds nothing. */
  add(subject: Subject, text: string): void {
    if (text.trim() === '') return;
    this.#set(subject, [...this.messagesOf(subject), this.#message(text)]);
  }

  /** Begins a thread about a passage. Returns its id; null for an empty text. */
  addAbout(passage: Passage, text: string): string | null {
    if (text.trim() === '') return null;
    const id = this.#deps.newId();
    this.onPassages = withPassageNote(this.onPassages, id, passage, [this.#message(text)]);
    this.#deps.changed();
    return id;
  }

  /** Replaces the text of a message. An empty text removes the message. */
  edit(subject: Subject, index: number, text: string): void {
    this.#set(subject, withText(this.messagesOf(subject), index, text));
  }

  /** Sets the tags of the note on a change. */
  setTags(changeId: string, tags: ChangeNote['tags']): void {
    this.onChanges = withNote(this.onChanges, changeId, { tags });
    this.#deps.changed();
  }

  /** Writes another name below the messages of an author. Those without a name have the author ''. */
  rename(from: string, to: string): void {
    const [changes, passages] = [withAuthor(this.onChanges, from, to), withAuthor(this.onPassages, from, to)];
    if (from === to || (changes === this.onChanges && passages === this.onPassages)) return;
    this.load(changes, passages);
    this.#deps.changed();
  }

  #message(text: string): NoteMessage {
    return newMessage(this.author, this.now(), text);
  }

  #set(subject: Subject, messages: readonly NoteMessage[]): void {
    if (subject.kind === 'change') this.onChanges = withNote(this.onChanges, subject.changeId, { messages });
    else {
      const passage = this.onPassages.get(subject.id)?.passage;
      if (passage === undefined) return;
      this.onPassages = withPassageNote(this.onPassages, subject.id, passage, messages);
    }
    this.#deps.changed();
  }
}
