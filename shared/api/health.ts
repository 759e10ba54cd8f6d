import { Type, type Static } from 'typebox';

/** The answer of a service that accepts requests. */
export const Health = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String({ description: 'Version of the program, not of the interface.' }),
});
export type Health = Static<typeof Health>;
