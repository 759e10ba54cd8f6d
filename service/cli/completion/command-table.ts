/** The commands with their options, as data. `scripts/describe-commands.mjs` writes them from the commands themselves. */
import table from './commands.json' with { type: 'json' };

/** One option of a command. */
export interface OptionDescription {
  /** Its names, the short one first, such as `-o` and `--output`. */
  readonly flags: readonly string[];
  /** The name of its value; null if it takes none. */
  readonly value: string | null;
  /** The values it may have, if they are few. */
  readonly values: readonly string[];
  readonly description: string;
}

/** One command, or the program itself. */
export interface CommandDescription {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean; readonly description: string }[];
  readonly options: readonly OptionDescription[];
  /** What its help says after the options; empty: nothing. */
  readonly after: string;
  readonly commands: readonly CommandDescription[];
}

/** The program. */
export const PROGRAM: CommandDescription = table;
