/** What became of the marks on a page. */
export type TabMarking =
  | { readonly kind: 'marked'; readonly shown: number; readonly total: number }
  | { readonly kind: 'other-page' | 'unsupported' | 'not-readable' };
