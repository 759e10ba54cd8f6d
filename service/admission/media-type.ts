/** A media type in a form for comparison: lower case, with sorted parameters. */
export interface MediaType {
  /** Such as `text/plain`. */
  readonly essence: string;
  /** The whole media type in one spelling. */
  readonly canonical: string;
  /** The declared character set in lower case. */
  readonly charset: string | undefined;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const ESSENCE = new RegExp(`^(${TOKEN}/${TOKEN})`);
const PARAMETER = new RegExp(`^\\s*;\\s*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)"))?`);

/** Reads a `Content-Type` (RFC 9110, 8.3.1); null for an invalid one. */
export function parseMediaType(text: string): MediaType | null {
  const trimmed = text.trim();
  const essence = ESSENCE.exec(trimmed)?.[1]?.toLowerCase();
  if (essence === undefined) return null;
  const parameters: string[] = [];
  let charset: string | undefined;
  let rest = trimmed.slice(essence.length);
  while (rest !== '') {
    const match = PARAMETER.exec(rest);
    if (match === null) return null;
    const [whole, name, token, quoted] = match;
    if (name !== undefined) {
      const value = token ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1');
      // Names of character sets are compared without case (RFC 2046, 4.1.2). Other values keep their case.
      const isCharset = name.toLowerCase() === 'charset';
      if (isCharset) charset = value.toLowerCase();
      parameters.push(`${name.toLowerCase()}=${JSON.stringify(isCharset ? value.toLowerCase() : value)}`);
    }
    rest = rest.slice(whole.length).trimEnd();
  }
  return { essence, canonical: [essence, ...parameters.sort()].join(';'), charset };
}
