/** The part of Papa Parse that this project uses. The package has no types. */
declare module 'papaparse' {
  interface ParseResult<Row> {
    readonly data: Row[];
    readonly meta: { readonly delimiter: string };
  }
  interface ParseConfig {
    readonly delimiter?: string;
    readonly delimitersToGuess?: readonly string[];
    readonly skipEmptyLines?: boolean;
  }
  const Papa: { parse<Row>(text: string, config?: ParseConfig): ParseResult<Row> };
  export default Papa;
}
