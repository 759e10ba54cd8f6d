import { SCHEMAS } from './schemas.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The name of each schema by its JSON. Of equal schemas the first one gives the name. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SCHEMAS)
    .map(([name, schema]) => [JSON.stringify(schema), name] as const)
    .reverse(),
);

/** A reference to the schema of this name. */
export function referenceTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schemas of the document. Each refers to the others where it contains them. */
export function referringSchemas(): Record<string, object> {
  return Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, withReferences(schema)]));
}

/** A schema whose inner schemas are references where they have a name. */
export function withReferences(schema: object): object {
  return inside(JSON.parse(JSON.stringify(schema)) as Json) as object;
}

function inside(value: Json): Json {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, referring(member)]));
}

function referring(value: Json): Json {
  const name = NAMES.get(JSON.stringify(value));
  return name === undefined ? inside(value) : { ...referenceTo(name) };
}
