import { expect } from 'vitest';
import type { Block } from '../../../../shared/document/model.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { docx, type DocxParts } from '../../../builders/docx.ts';
import { faultsOf } from '../normal-form.ts';

/** The blocks of a DOCX with this body, which are in normal form. */
export async function docxBlocks(body: string, parts?: DocxParts): Promise<readonly Block[]> {
  const { document } = await readDocx(docx(body, parts));
  expect(faultsOf(document.blocks)).toEqual([]);
  return document.blocks;
}

/** A style of `styles.xml`. */
export const style = (id: string, inside: string, type = 'paragraph'): string =>
  `<w:style w:type="${type}" w:styleId="${id}">${inside}</w:style>`;
