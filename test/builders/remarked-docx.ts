/** DOCX files with comments. */
import { docx, r, wp, type DocxParts } from './docx.ts';
import { marked, remarkParts, type Remark } from './remarks.ts';

/** Properties of a heading. */
const HEADING = '<w:outlineLvl w:val="0"/>';

/** A document of clauses. `end`: runs of a last paragraph. A clause that begins with "# " is a heading. */
export function remarked(
  clauses: readonly string[],
  remarks: readonly Remark[],
  more: DocxParts = {},
  end = '',
): Uint8Array {
  const paragraphs = clauses.map((clause) =>
    wp(marked(clause.replace(/^# /u, '')), clause.startsWith('# ') ? HEADING : ''),
  );
  return docx(paragraphs.join('') + (end === '' ? '' : wp(r('See') + end)), { ...more, ...remarkParts(remarks) });
}
