declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';
  const footnote: (converter: MarkdownIt) => void;
  export default footnote;
}
