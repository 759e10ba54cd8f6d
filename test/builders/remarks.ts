/** Comments of DOCX files, and the marks in their texts. */
import { r, type DocxParts } from './docx.ts';

/** A comment. `answers`: the id of the comment to which it replies. */
export interface Remark {
  readonly id: number;
  readonly text: string;
  readonly author?: string;
  readonly date?: string;
  readonly isDone?: boolean;
  readonly answers?: number;
}

/** Runs of a text. "[2:soon]" has comment 2 on its words, and "^1" is a reference to footnote 1. */
export function marked(text: string): string {
  return text
    .split(/(\[\d:[^\]]*\]|\^\d)/u)
    .map((part) => {
      const note = /^\^(\d)$/u.exec(part)?.[1];
      if (note !== undefined) return `<w:r><w:footnoteReference w:id="${note}"/></w:r>`;
      const [, id, words = ''] = /^\[(\d):(.*)\]$/u.exec(part) ?? [];
      if (id === undefined) return part === '' ? '' : r(part);
      return `<w:commentRangeStart w:id="${id}"/>${marked(words)}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
    })
    .join('');
}

/** The parts of a document with these comments. */
export function remarkParts(remarks: readonly Remark[]): Pick<DocxParts, 'comments' | 'commentsExtended'> {
  return {
    comments: remarks
      .map(
        ({ id, text, author = 'M. B.', date = '2026-03-01T10:00:00Z' }) =>
          `<w:comment w:id="${id}" w:author="${author}" w:date="${date}"><w:p w14:paraId="0000000${id}">${r(text)}</w:p></w:comment>`,
      )
      .join(''),
    commentsExtended: remarks
      .map(
        ({ id, isDone = false, answers }) =>
          `<w15:commentEx w15:paraId="0000000${id}"${answers === undefined ? '' : ` w15:paraIdParent="0000000${answers}"`} w15:done="${isDone ? 1 : 0}"/>`,
      )
      .join(''),
  };
}
