/** The secrets of a run of the service, and where they stand in what the run left behind. */

/** Length of the beginning and of the end of a secret that nothing may have either. */
const PART = 12;

/** Secrets by what they are. */
export class RunSecrets {
  readonly #named = new Map<string, string>();

  /** Remembers a secret, and returns it. `secret`: the part of it that nobody can guess. */
  keep(name: string, secret: string): string {
    if (secret.length < PART) throw new Error(`${name} is too short to be looked for`);
    this.#named.set(name, secret);
    return secret;
  }

  get names(): readonly string[] {
    return [...this.#named.keys()];
  }

  /** The names of the secrets that a text has, each with its spelling there. */
  in(text: string): string[] {
    return [...this.#named].flatMap(([name, secret]) =>
      spellings(secret)
        .filter(([, written]) => text.includes(written))
        .map(([spelling]) => `${name}, ${spelling}`),
    );
  }
}

function spellings(secret: string): (readonly [spelling: string, written: string])[] {
  const bytes = Buffer.from(secret);
  const ends = [secret.slice(0, PART), secret.slice(-PART)];
  const inBase64 = [0, 1, 2].map((shift) => base64Inside(bytes, shift));
  return [
    ...ends.map((end) => ['as it is', end] as const),
    ...ends.map((end) => ['in an address', encodeURIComponent(end)] as const),
    ...ends.map((end) => ['in a form', encodeURIComponent(end).replaceAll('%20', '+')] as const),
    ...inBase64.map((written) => ['in base64', written] as const),
    ...inBase64.map(
      (written) => ['in base64 for addresses', written.replaceAll('+', '-').replaceAll('/', '_')] as const,
    ),
    ['in hexadecimal digits', bytes.subarray(0, PART).toString('hex')],
  ];
}

/** The signs of base64 that depend on these bytes alone, if so many other bytes are in front of them. */
function base64Inside(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)).slice(0, 2 * PART);
}
