/** A copy of a document, or of a part of it, in which every reference is replaced by what it names in the document. */
export function inlined<T>(part: T, document: object): T {
  return inlinedValue(part, document) as T;
}

function inlinedValue(value: unknown, document: object): unknown {
  if (Array.isArray(value)) return value.map((each) => inlinedValue(each, document));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') return inlinedValue(named(value.$ref, document), document);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inlinedValue(each, document)]));
}

/** What a reference names. Throws for a reference to nothing. */
function named(reference: string, document: object): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  const target = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
  if (target === undefined) throw new Error(`nothing is at ${reference}`);
  return target;
}
