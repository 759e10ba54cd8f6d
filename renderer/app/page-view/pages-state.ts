import type { PageMarks } from '../../../shared/api/page-marks.ts';
import type { Side } from '../../../shared/document/model.ts';

/** The pages of a comparison on their way to the screen. */
export type PagesState =
  | { readonly phase: 'working'; readonly step: 'waiting' | 'rendering' }
  | { readonly phase: 'reading'; readonly side: Side; readonly page: number; readonly pages: number }
  | { readonly phase: 'ready'; readonly marked: PageMarks }
  | { readonly phase: 'failed'; readonly message: string };
