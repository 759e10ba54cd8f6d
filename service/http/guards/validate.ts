import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { ServiceError, type Issue } from '../../../shared/errors.ts';
import { misspelledFields } from './unknown-fields.ts';

type Fault = ReturnType<Validator['Errors']>[number];

/** Maximum number of issues in one answer. Further issues are counted. */
const MOST_ISSUES = 20;

/**
 * A function that returns its argument if it fits the schema. Otherwise it throws `invalid_request` with an issue for
 * every invalid field, and for every misspelled field of a body. It converts nothing and permits other unknown fields.
 */
export function checked<T extends TSchema>(schema: T, where: Issue['in']): (value: unknown) => Static<T> {
  const validator = Compile(schema);
  return (value) => {
    const misspelled = where === 'body' ? misspelledFields(schema, value) : [];
    if (misspelled.length === 0 && validator.Check(value)) return value;
    const long = tooLongArray(schema, value);
    if (long !== null) throw invalid([{ in: where, ...long }]);
    throw invalid([...misspelled, ...issuesOf(schema, validator.Errors(value), where)]);
  };
}

/**
 * The first array of the body that has more items than it may. It is refused alone: the faults of each item of a long
 * array would take seconds to list.
 */
function tooLongArray(schema: TSchema, value: unknown): Pick<Issue, 'path' | 'message'> | null {
  const { properties = {} } = schema as { properties?: Record<string, { maxItems?: number }> };
  for (const [name, { maxItems = Infinity }] of Object.entries(properties)) {
    const items = (value as Record<string, unknown> | null)?.[name];
    if (Array.isArray(items) && items.length > maxItems) {
      return { path: `/${escapePointer(name)}`, message: `has ${items.length} items; it may have ${maxItems}` };
    }
  }
  return null;
}

/** The error for a malformed request. `issues` has at least one entry. */
export function invalid(issues: readonly Issue[]): ServiceError {
  const shown = issues.slice(0, MOST_ISSUES);
  const [first] = shown;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see details.issues)` : '';
  const subject = first === undefined || first.path === '' ? 'The body' : first.path;
  return new ServiceError('invalid_request', `${subject} ${first?.message ?? 'is not valid'}${more}.`, {
    issues: shown,
  });
}

function issuesOf(schema: TSchema, faults: readonly Fault[], where: Issue['in']): Issue[] {
  // A value that fits no member of a union is reported once, not once for each member. If it has the fields of one
  // member, the faults of those fields are reported.
  const unions = faults.filter((fault) => fault.keyword === 'anyOf');
  const meant = unions.flatMap((union) => meantMember(union, faults) ?? []);
  const issues: Issue[] = [];
  for (const fault of faults) {
    const isMeant = meant.some((member) => fault.schemaPath.startsWith(member));
    if (!isMeant && unions.some((union) => fault.schemaPath.startsWith(`${union.schemaPath}/anyOf/`))) continue;
    if (meant.some((member) => member.startsWith(`${fault.schemaPath}/anyOf/`))) continue;
    const pathOf = (pointer: string): string => (where === 'body' ? pointer : pointer.slice(1));
    if (fault.keyword === 'required') {
      for (const name of fault.params.requiredProperties) {
        issues.push({
          in: where,
          path: pathOf(`${fault.instancePath}/${escapePointer(name)}`),
          message: 'is required',
        });
      }
    } else {
      issues.push({ in: where, path: pathOf(fault.instancePath), message: messageOf(schema, fault) });
    }
  }
  return issues;
}

/** Where the schema has the one member of a union that has all fields of the value; null unless there is one. */
function meantMember(union: Fault, faults: readonly Fault[]): string | null {
  const start = `${union.schemaPath}/anyOf/`;
  const nested = faults.filter(({ schemaPath }) => schemaPath.startsWith(start));
  const memberOf = ({ schemaPath }: Fault): string => `${start}${schemaPath.slice(start.length).split('/', 1)[0]!}/`;
  const others = new Set(nested.filter((fault) => fault.instancePath === union.instancePath).map(memberOf));
  const members = [...new Set(nested.map(memberOf))].filter((member) => !others.has(member));
  return members.length === 1 ? members[0]! : null;
}

function messageOf(schema: TSchema, fault: Fault): string {
  switch (fault.keyword) {
    case 'enum':
      return `must be one of ${fault.params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'anyOf':
      return `must be ${titlesAt(schema, fault.schemaPath).join(' or ')}`;
    case 'type':
      return `must be ${articled(String(fault.params.type))}`;
    case 'minItems':
      return `must have ${fault.params.limit} ${fault.params.limit === 1 ? 'item' : 'items'} at least`;
    case 'maxLength':
      return `must have ${fault.params.limit} characters at most`;
    case 'minimum':
      return `must be ${fault.params.limit} at least`;
    case 'maximum':
      return `must be ${fault.params.limit} at most`;
    default:
      return fault.message;
  }
}

/** Titles of the members of the union at a path such as `#/properties/original`. */
function titlesAt(schema: TSchema, schemaPath: string): string[] {
  let at: unknown = schema;
  for (const step of schemaPath.split('/').slice(1)) at = (at as Record<string, unknown>)[step];
  return (at as { anyOf: { title?: string; type?: string }[] }).anyOf.map(
    (member) => member.title ?? articled(member.type ?? 'value'),
  );
}

function articled(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
