import type { Icon } from '../design/icon.ts';

/** Groups of commands, in the order of the palette and of the help. */
export const COMMAND_GROUPS = ['review', 'views', 'comparison', 'application', 'headings'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Something that a reader can do, for keys, menus, palette and help. */
export interface Command {
  /** Unique among the registered commands. */
  readonly id: string;
  readonly label: string;
  readonly group: CommandGroup;
  readonly icon?: Icon;
  /** Depth of a heading, from 0. */
  readonly depth?: number;
  /** Keys as `keyOf` writes them; the first one is shown. */
  readonly keys?: readonly string[];
  /** Whether it has a sense now; always, if not given. */
  readonly offered?: () => boolean;
  /** Whether a held key counts once. */
  readonly once?: boolean;
  readonly run: () => void;
}
