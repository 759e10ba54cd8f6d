import type { Side } from '../../shared/document/model.ts';

/** The names of both documents as a reader knows them, such as the names of their files. */
export type SideNames = Readonly<Record<Side, string>>;
