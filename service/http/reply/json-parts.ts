/**
 * An object as pieces of JSON text. A member that is a `Uint8Array` is finished JSON text and goes in without a copy,
 * also in an object within. Members without a value are left out.
 */
export function jsonParts(fields: object): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let text = '';
  const write = (value: object): void => {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    text += '{';
    for (const [at, [name, member]] of members.entries()) {
      text += `${at === 0 ? '' : ','}${JSON.stringify(name)}:`;
      if (member instanceof Uint8Array) {
        parts.push(Buffer.from(text), member);
        text = '';
      } else if (isPlain(member)) write(member);
      else text += JSON.stringify(member);
    }
    text += '}';
  };
  write(fields);
  parts.push(Buffer.from(text));
  return parts;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
