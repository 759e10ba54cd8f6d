/** Names that texts of several surfaces contain. */
export const words = {
  'side.original': 'Original',
  'side.revised': 'Revised',
  'format.docx': 'DOCX',
  'format.pdf': 'PDF',
  'format.html': 'HTML',
  'format.markdown': 'Markdown',
  'format.txt': 'Plain text',
  'format.json': 'JSON',
  'format.mixed': 'Two formats',
  'verdict.accepted': 'Accepted',
  'verdict.rejected': 'Rejected',
  undecided: 'undecided',
  'layout.unified': 'Redline',
  'layout.split': 'Side by side',
} as const;
