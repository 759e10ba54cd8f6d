/** One message of a reviewer. */
export interface NoteMessage {
  /** The author's name, or empty. */
  readonly author: string;
  /** ISO 8601 in UTC; null for messages of earlier versions. */
  readonly at: string | null;
  readonly text: string;
}

/** The thread of messages about one change. */
export interface ChangeNote {
  /** Oldest first. */
  readonly messages: readonly NoteMessage[];
  /** Unique tags in the order in which they were added. */
  readonly tags: readonly string[];
}

/** A passage of the shown document. Its text contains both sides of each change. */
export interface Passage {
  /** The selected text with single spaces. */
  readonly quote: string;
  /** The text right before and right after it. Distinguishes equal quotes. */
  readonly before: string;
  readonly after: string;
}

/** The thread of messages about a passage. */
export interface PassageNote {
  readonly passage: Passage;
  readonly messages: readonly NoteMessage[];
}

/** A note on a change as JSON. */
export interface ChangeNoteJson {
  readonly changeId: string;
  /** All messages as one text, for programs of earlier versions. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly messages: readonly NoteMessage[];
}

/** A note on a passage as JSON. */
export interface PassageNoteJson extends Passage {
  readonly id: string;
  readonly messages: readonly NoteMessage[];
}

/** The messages as one text. A single message is its own text; of several, each begins with its author's name. */
export function textOfMessages(messages: readonly NoteMessage[]): string {
  const [only] = messages;
  if (only !== undefined && messages.length === 1) return only.text;
  return messages.map(({ author, text }) => (author === '' ? text : `${author}: ${text}`)).join('\n');
}

/** The messages as lines with author and time, for tables. */
export function linesOfMessages(messages: readonly NoteMessage[]): string {
  return messages
    .map(({ author, at, text }) => {
      const by = [author, at ?? ''].filter((part) => part !== '').join(', ');
      return by === '' ? text : `${by}: ${text}`;
    })
    .join('\n');
}

/** Notes on changes as JSON. */
export function changeNotesToJson(notes: ReadonlyMap<string, ChangeNote>): readonly ChangeNoteJson[] {
  return [...notes].map(([changeId, { messages, tags }]) => ({
    changeId,
    text: textOfMessages(messages),
    tags,
    messages: messages.map(messageToJson),
  }));
}

/** Notes on passages as JSON. */
export function passageNotesToJson(notes: ReadonlyMap<string, PassageNote>): readonly PassageNoteJson[] {
  return [...notes].map(([id, { passage, messages }]) => {
    const { quote, before, after } = passage;
    return { id, quote, before, after, messages: messages.map(messageToJson) };
  });
}

function messageToJson({ author, at, text }: NoteMessage): NoteMessage {
  return { author, at, text };
}

/**
 * Validates a JSON value as notes on changes; null for anything else. A note of an earlier version has one text, which
 * is by `reviewer`.
 */
export function changeNotesFromJson(value: unknown, reviewer: string): ReadonlyMap<string, ChangeNote> | null {
  if (!Array.isArray(value)) return null;
  const notes = new Map<string, ChangeNote>();
  for (const each of value as unknown[]) {
    if (typeof each !== 'object' || each === null) return null;
    const { changeId, text, tags, messages } = each as Record<string, unknown>;
    if (typeof changeId !== 'string' || typeof text !== 'string' || !areTexts(tags)) return null;
    const told = messages === undefined ? earlierMessages(text, reviewer) : messagesFromJson(messages);
    if (told === null) return null;
    notes.set(changeId, { messages: told, tags });
  }
  return notes;
}

/** Validates a JSON value as notes on passages; null for anything else. Records of earlier versions have none. */
export function passageNotesFromJson(value: unknown): ReadonlyMap<string, PassageNote> | null {
  if (value === undefined) return new Map();
  if (!Array.isArray(value)) return null;
  const notes = new Map<string, PassageNote>();
  for (const each of value as unknown[]) {
    if (typeof each !== 'object' || each === null) return null;
    const { id, quote, before, after, messages } = each as Record<string, unknown>;
    const told = messagesFromJson(messages);
    if (typeof id !== 'string' || typeof quote !== 'string' || told === null) return null;
    if (typeof before !== 'string' || typeof after !== 'string') return null;
    notes.set(id, { passage: { quote, before, after }, messages: told });
  }
  return notes;
}

/** The thread of a note of an earlier version. */
export function earlierMessages(text: string, author: string): readonly NoteMessage[] {
  return text === '' ? [] : [{ author, at: null, text }];
}

function messagesFromJson(value: unknown): readonly NoteMessage[] | null {
  if (!Array.isArray(value)) return null;
  const messages: NoteMessage[] = [];
  for (const each of value as unknown[]) {
    if (typeof each !== 'object' || each === null) return null;
    const { author, at, text } = each as Record<string, unknown>;
    if (typeof author !== 'string' || typeof text !== 'string' || (at !== null && typeof at !== 'string')) return null;
    messages.push({ author, at, text });
  }
  return messages;
}

/** Whether a JSON value is a list of texts. */
export function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
