/** DOCX files with comments. */
import { docx, r, wp, type DocxParts } from './docx.ts';

/** Properties of a heading. */
const HEADING = '<w:outlineLvl w:val="0"/>';

/** A comment. */
export interface Remark {
  readonly id: number;
  readonly text: string;
  readonly author?: string;
  readonly date?: string;
  readonly isDone?: boolean;
  readonly answers?: number;
}

/** A document of clauses. `end`: runs of a last paragraph. A clause that begins with "# " is a heading. The ids in brackets surround the words of comments: "Pay [1:within 30 days]". */
export function remarked(
  clauses: readonly string[],
  remarks: readonly Remark[],
  more: DocxParts = {},
  end = '',
): Uint8Array {
  const ranged = (clause: string): string =>
    clause
      .split(/(\[\d:[^\]]*\])/u)
      .map((part) => {
        const [, id, words = ''] = /^\[(\d):(.*)\]$/u.exec(part) ?? [];
        if (id === undefined) return part === '' ? '' : r(part);
        return `<w:commentRangeStart w:id="${id}"/>${r(words)}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
      })
      .join('');
  return docx(
    clauses.map((clause) => wp(ranged(clause.replace(/^# /u, '')), clause.startsWith('# ') ? HEADING : '')).join('') +
      (end === '' ? '' : wp(r('See') + end)),
    {
      ...more,
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
    },
  );
}
