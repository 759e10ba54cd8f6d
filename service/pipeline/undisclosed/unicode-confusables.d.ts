declare module 'unicode-confusables' {
  /** The text with every character that looks like another one replaced by that one (UTS #39, 4). */
  const confusables: { rectifyConfusion(text: string): string };
  export default confusables;
}
