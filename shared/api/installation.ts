import { Type, type Static } from 'typebox';

/** What the owner is told of the installation. */
export const Installation = Type.Object({
  version: Type.String({ description: 'Version of the program.' }),
  dataDirectory: Type.String({ description: 'Folder of the database, the secrets and the files that are kept.' }),
});
export type Installation = Static<typeof Installation>;
