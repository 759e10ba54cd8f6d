/** The messages between the page's preload script and the shell, with the schemas by which the shell checks each. */
import { Type, type Static, type TSchema } from 'typebox';
import { DESKTOP_COMMANDS, type DesktopFileReading, type DesktopSaving } from './desktop-bridge.ts';

/** Maximum number of files at once: one for each side. */
export const FILES_AT_ONCE_MOST = 2;
/** Maximum number of files of one start. With more than two the page explains that it compares two. */
export const FILES_GIVEN_MOST = 20;
/**
 * Maximum size of a saved file in bytes. It exceeds every export, including a tracked document of two inputs of
 * 100 MiB.
 */
export const SAVED_FILE_MOST_BYTES = 256 * 1024 * 1024;

const Reference = Type.String({ pattern: '^[0-9a-f]{32}$' });
/** The id of a recent comparison. */
export const RecentId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const Command = Type.Enum([...DESKTOP_COMMANDS]);

/** The requests of the page by channel, each with the schema of its one argument. Unknown fields are refused. */
export const DESKTOP_REQUESTS = {
  'files:open': Type.Object({}, { additionalProperties: false }),
  'files:reference': Type.Object(
    { path: Type.String({ minLength: 1, maxLength: 32_767 }) },
    { additionalProperties: false },
  ),
  'files:read': Type.Object({ reference: Reference }, { additionalProperties: false }),
  'files:watch': Type.Object(
    { references: Type.Array(Reference, { maxItems: FILES_AT_ONCE_MOST }) },
    { additionalProperties: false },
  ),
  'files:save': Type.Object(
    // The bytes are a typed array by structured clone. JSON Schema cannot describe it, so the shell checks it.
    { suggestedName: Type.String({ minLength: 1, maxLength: 255 }), bytes: Type.Unknown() },
    { additionalProperties: false },
  ),
  'files:drag': Type.Object({ reference: Reference }, { additionalProperties: false }),
  'data:show': Type.Object({}, { additionalProperties: false }),
  'theme:set': Type.Object(
    { theme: Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')]) },
    { additionalProperties: false },
  ),
  'page:state': Type.Object(
    {
      title: Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()]),
      recentId: Type.Union([RecentId, Type.Null()]),
      commands: Type.Array(Command, { maxItems: DESKTOP_COMMANDS.length }),
    },
    { additionalProperties: false },
  ),
  'page:listens': Type.Object({}, { additionalProperties: false }),
  'service:restart': Type.Object({}, { additionalProperties: false }),
} as const satisfies Record<string, TSchema>;

/** A channel for requests of the page. */
export type DesktopRequestChannel = keyof typeof DESKTOP_REQUESTS;
/** The argument of a request. */
export type DesktopRequest<Channel extends DesktopRequestChannel> = Static<(typeof DESKTOP_REQUESTS)[Channel]>;

/** The reply to each request. */
export interface DesktopReplies {
  readonly 'files:open': readonly DesktopFileReading[];
  readonly 'files:reference': string | null;
  readonly 'files:read': DesktopFileReading;
  readonly 'files:watch': null;
  readonly 'files:save': DesktopSaving;
  readonly 'files:drag': null;
  readonly 'data:show': null;
  readonly 'theme:set': null;
  readonly 'page:state': null;
  readonly 'page:listens': null;
  readonly 'service:restart': null;
}
