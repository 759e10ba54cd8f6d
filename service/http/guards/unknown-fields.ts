import type { TSchema } from 'typebox';
import type { ComparisonWarning } from '../../../shared/change/uncompared.ts';
import { closestName } from '../../../shared/closest-name.ts';
import type { Issue } from '../../../shared/errors.ts';

/** A field of a body that its schema does not name. */
interface UnknownField {
  /** JSON Pointer. */
  readonly path: string;
  /** The known field that was probably meant. */
  readonly closest: string | undefined;
}

/** Maximum number of unknown fields of a body that are looked for. */
const MOST_FIELDS = 20;
/** Maximum length of a path in a message, in UTF-16 units. */
const MOST_PATH = 100;

/** The part of a schema that names fields. */
interface Fields {
  readonly properties?: Readonly<Record<string, Fields>>;
  readonly patternProperties?: object;
  readonly items?: Fields;
  readonly anyOf?: readonly Fields[];
}

/** An issue for each unknown field that is one edit away from a known one. */
export function misspelledFields(schema: TSchema, body: unknown): Issue[] {
  return unknownFields(schema, body).flatMap(({ path, closest }) =>
    closest === undefined ? [] : [{ in: 'body', path, message: `is unknown; the closest known name is ${closest}` }],
  );
}

/** A warning for each field of a valid body that has no effect, because the request has no such field. */
export function unknownFieldWarnings(schema: TSchema, body: unknown): ComparisonWarning[] {
  return unknownFields(schema, body).map(({ path }) => ({
    code: 'unknown_field',
    message: `${path} has no effect: the request has no such field.`,
  }));
}

function unknownFields(schema: TSchema, body: unknown): UnknownField[] {
  const unknown: UnknownField[] = [];
  collect([schema], body, '', unknown);
  return unknown;
}

/** `schemas`: those that the value may follow. A field is known if one of them names it. */
function collect(schemas: readonly Fields[], value: unknown, path: string, unknown: UnknownField[]): void {
  if (typeof value !== 'object' || value === null) return;
  const members = schemas.flatMap((schema) => schema.anyOf ?? [schema]);
  if (Array.isArray(value)) {
    const items = members.flatMap(({ items: each }) => each ?? []);
    for (const [index, item] of value.entries()) {
      if (unknown.length === MOST_FIELDS) return;
      collect(items, item, `${path}/${index}`, unknown);
    }
    return;
  }
  const objects = members.filter(({ properties }) => properties !== undefined);
  // Any name may be a key of a table.
  if (objects.length === 0 || members.some(({ patternProperties }) => patternProperties !== undefined)) return;
  for (const [name, field] of Object.entries(value)) {
    if (unknown.length === MOST_FIELDS) return;
    const at = `${path}/${name}`;
    const known = objects.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? properties[name]! : []));
    if (known.length > 0) collect(known, field, at, unknown);
    else {
      const names = objects.flatMap(({ properties = {} }) => Object.keys(properties));
      const missing = names.filter((each) => !Object.hasOwn(value, each));
      unknown.push({ path: at.slice(0, MOST_PATH), closest: closestName(name, missing) });
    }
  }
}
