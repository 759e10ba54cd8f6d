/** Options of a program of the laboratory. A wrong one ends the program with its reason and the usage, and code 2. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** The options given to this program. `--help` prints the usage and ends it. */
export function optionsOf<const O extends Options>(usage: string, options: O): Values<O> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (fault) {
    return endWith(usage, (fault as Error).message);
  }
}

/** The number that an option has. */
export function numberIn(usage: string, name: string, given: string): number {
  const number = Number(given);
  if (given.trim() === '' || !(number >= 0)) endWith(usage, `--${name} is "${given}", and takes a number from 0 up.`);
  return number;
}

/** Prints the reason and the usage. Ends the program with code 2. */
export function endWith(usage: string, reason: string): never {
  console.error(`${reason}\n${usage}`);
  process.exit(2);
}
