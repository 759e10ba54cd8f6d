/** The text of a DOCX as mammoth reads it: body, text boxes, notes and comments, but no headers and footers. */
import mammoth from 'mammoth';

/** An element of mammoth's document, as far as it carries text. */
interface Element {
  readonly type: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly noteType?: string;
  readonly noteId?: string;
  readonly commentId?: string;
  readonly children?: readonly Element[];
}

interface Note {
  readonly noteType: string;
  readonly noteId: string;
  readonly body: readonly Element[];
}

interface MammothDocument extends Element {
  readonly notes: { resolve(reference: Element): Note | null };
  readonly comments: readonly {
    readonly commentId: string;
    readonly authorName: string | null;
    readonly body: readonly Element[];
  }[];
}

/** The signs that our reader writes for a note reference and for a check box. */
const NOTE_SIGN = '*';
const BOXES = { checked: '\u2611', unchecked: '\u2610' } as const;

/**
 * Reads the text, a paragraph a line. Notes follow in the order of their references, footnotes first, then comments
 * with their authors, as in our reading. Tracked deletions are left out. Throws mammoth's errors.
 */
export async function mammothText(bytes: Uint8Array): Promise<string> {
  let text = '';
  await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
    {
      // Mammoth offers its whole document only here. An empty one is left to convert.
      transformDocument: (document: MammothDocument): MammothDocument => {
        text = textOfDocument(document);
        return { ...document, children: [], comments: [] };
      },
    },
  );
  return text;
}

function textOfDocument({ children = [], notes, comments }: MammothDocument): string {
  const parts: string[] = [];
  const references: Element[] = [];
  const commented: string[] = [];
  const read = (elements: readonly Element[]): void => elements.forEach(readElement);
  const readElement = (element: Element): void => {
    switch (element.type) {
      case 'text':
        parts.push(element.value ?? '');
        return;
      case 'checkbox':
        parts.push(element.checked === true ? BOXES.checked : BOXES.unchecked);
        return;
      case 'noteReference':
        references.push(element);
        parts.push(NOTE_SIGN);
        return;
      case 'commentReference':
        commented.push(element.commentId ?? '');
        return;
      case 'tab':
      case 'break':
        parts.push(' ');
        return;
      default:
        read(element.children ?? []);
        if (element.type === 'paragraph' || element.type === 'tableCell') parts.push('\n');
    }
  };
  read(children);
  for (const kind of ['footnote', 'endnote']) {
    const listed = new Set<string>();
    // A note may refer to another note, which then follows it.
    for (let at = 0; at < references.length; at += 1) {
      const { noteType, noteId = '' } = references[at]!;
      if (noteType !== kind || listed.has(noteId)) continue;
      listed.add(noteId);
      read(notes.resolve(references[at]!)?.body ?? []);
    }
  }
  const bodies = new Map(comments.map((comment) => [comment.commentId, comment]));
  for (let at = 0; at < commented.length; at += 1) {
    const comment = bodies.get(commented[at]!);
    if (comment === undefined) continue;
    parts.push(`${comment.authorName ?? ''}\n`);
    read(comment.body);
  }
  return parts.join('');
}
