import { Type, type Static } from 'typebox';

/** Facts about the installation, for its owner. */
export const Installation = Type.Object({
  version: Type.String({ description: 'Version of the program.' }),
  dataDirectory: Type.String({ description: 'Folder of the database, the secrets and the files that are kept.' }),
  viewerUrl: Type.String({ description: 'What links to comparisons begin with.' }),
});
export type Installation = Static<typeof Installation>;
