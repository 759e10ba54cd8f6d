/** Turns laid-out pages of one or two sides into the HTML of their readings. */
import { expect } from 'vitest';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import type { Glyph } from '../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../service/formats/pdf/layout/layout.ts';
import { composeReadings } from '../../../../service/formats/pdf/read-pdf.ts';
import { faultsOf } from '../normal-form.ts';
import { extracted, layoutOf } from './pages.ts';

/** The HTML of each side, composed together. Each reading must be in reader normal form. */
export const html = (...sides: readonly PageLayout[][]): string[] =>
  composeReadings(sides.map((pages) => extracted(...pages))).map(({ document }) => {
    expect(faultsOf(document.blocks)).toEqual([]);
    return writeFragment(document.blocks).replace(/^<div class="diffsvc">|<\/div>$/g, '');
  });

/** A laid-out page with these glyphs. */
export const page = (glyphs: readonly Glyph[], number = 1): PageLayout => layoutOf(glyphs, [], { number });
