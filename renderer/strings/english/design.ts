/** What the components of the design say. */
export const design = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  dismiss: 'Dismiss',
} as const;
