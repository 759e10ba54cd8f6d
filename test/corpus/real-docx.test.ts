import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../shared/errors.ts';
import type { Block } from '../../shared/document/model.ts';
import { FIELDS } from '../../shared/document/fields.ts';
import { NOTE } from '../../shared/document/notes.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { readDocx } from '../../service/formats/docx/read-docx.ts';
import { readHtml } from '../../service/formats/html/read-html.ts';
import { corpusRoot, NO_CORPUS } from '../oracle/input-pairs.ts';
import { sampleOf, sampleTitle } from '../seed/seed.ts';
import { faultsOf } from '../service/formats/normal-form.ts';

/** Part of the files that one run reads. */
const SHARE = 1 / 8;
/** Codes that the reader may refuse a file with. */
const TYPED = ['document_invalid', 'document_encrypted', 'archive_limit_exceeded'];

/** Attributes that HTML does not state: it has no notes and no fields. */
const UNSTATED: readonly string[] = [NOTE, FIELDS];

/** The blocks as HTML states them. */
function asHtml(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) => {
    if (block.kind === 'table') {
      const rows = block.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => ({ ...cell, blocks: asHtml(cell.blocks) })),
      }));
      return { ...block, rows };
    }
    if (block.kind !== 'text') return block;
    const attributes = Object.entries(block.attributes).filter(([name]) => !UNSTATED.includes(name));
    return { ...block, attributes: Object.fromEntries(attributes) };
  });
}

const root = corpusRoot();

if (root === null) {
  test.skip(`the DOCX files of the corpus were not read: ${NO_CORPUS}`, () => undefined);
} else {
  const folder = join(root, 'docx', 'singles');
  const files = readdirSync(folder).filter((file) => file.endsWith('.docx'));
  const sample = sampleOf(files, SHARE);
  describe(`real DOCX files, ${sampleTitle(sample.length, files.length)}`, () => {
    test.each(sample)('%s ends in a document in normal form, or in a typed error', async (file) => {
      try {
        const { blocks } = (await readDocx(readFileSync(join(folder, file)))).document;
        expect(faultsOf(blocks)).toEqual([]);
        expect(readHtml(writeFragment(blocks)).document.blocks).toEqual(asHtml(blocks));
      } catch (fault) {
        if (!(fault instanceof ServiceError)) throw fault;
        expect(TYPED).toContain(fault.code);
      }
    });
  });
}
