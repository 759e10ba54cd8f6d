/**
 * The field checks of window messages. A message crosses origins, so nothing in it is trusted. Pages of strangers load
 * these checks with the embed script of 7 KB. They take 1.6 KB minified. Schemas of three messages
 * with the checker of typebox take 39 KB.
 */

/** Checks whether a value is valid for a field. */
export type FieldCheck<T> = (value: unknown) => value is T;

/** The checks of every field of a message except its type. A check of an optional field also takes undefined. */
export type FieldChecks<Message> = {
  readonly [Name in Exclude<keyof Message, 'type'>]-?: FieldCheck<Message[Name]>;
};

/** Longer than any id of the service (`chg_` and digits). A longer id is not looked up. */
const CHANGE_ID_MAX_LENGTH = 200;

/** Whether a value can be a change id. */
export function isChangeId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= CHANGE_ID_MAX_LENGTH;
}

/** Whether a value is a list of change ids. */
export function isChangeIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isChangeId);
}

/** Whether a value can be a count. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value can be a count, or is left out. */
export function isOptionalCount(value: unknown): value is number | undefined {
  return value === undefined || isCount(value);
}

/** Whether a value can be a change id, or is left out. */
export function isOptionalChangeId(value: unknown): value is string | undefined {
  return value === undefined || isChangeId(value);
}

/** Whether a value is true or false. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Whether a value is a string. */
export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * Validates the `data` of a window message event. Returns a new object with the declared fields and no others.
 * Returns null for anything else, unknown types included, because pages exchange messages of many programs.
 */
export function parseMessage<Message extends { readonly type: string }>(
  data: unknown,
  known: { readonly [Type in Message['type']]: FieldChecks<Extract<Message, { readonly type: Type }>> },
): Message | null {
  if (typeof data !== 'object' || data === null) return null;
  const given = data as Readonly<Record<string, unknown>>;
  const { type } = given;
  if (typeof type !== 'string' || !Object.hasOwn(known, type)) return null;
  const checks: Readonly<Record<string, FieldCheck<unknown>>> = known[type as Message['type']];
  const message: Record<string, unknown> = { type };
  for (const [name, check] of Object.entries(checks)) {
    const value = given[name];
    if (!check(value)) return null;
    if (value !== undefined) message[name] = value;
  }
  return message as Message;
}
