import type { Side } from '../../shared/document/model.ts';

/** The stage of a comparison. */
export type Progress =
  /** This side is being sanitised, and its article is being searched. */
  | { readonly step: 'preparing'; readonly side: Side }
  | { readonly step: 'uploading'; readonly sizeBytes: number }
  | { readonly step: 'comparing'; readonly blocks: number }
  /** The service accepts no request now. The client asks again after this time. */
  | { readonly step: 'waiting'; readonly seconds: number };
