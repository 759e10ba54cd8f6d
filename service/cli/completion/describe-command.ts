/** Describes the commands of the program as data. */
import type { Command, Option } from 'commander';
import type { CommandDescription, OptionDescription } from './command-table.ts';

/** The words before a list of values in the description of an option. */
const VALUES = /(?:one of|commas:|colours:) ((?:[\w-]+, )+[\w-]+)/u;

/** A command with its options and its own commands. Hidden options are left out. */
export function describeCommand(command: Command): CommandDescription {
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map((each) => ({
      name: each.name(),
      required: each.required,
      description: each.description,
    })),
    options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
    after: afterHelp(command),
    commands: command.commands.map(describeCommand),
  };
}

function describeOption({ short, long, flags, description }: Option): OptionDescription {
  const value = /[<[]([^>\]]+)[>\]]/u.exec(flags)?.[1] ?? null;
  return {
    flags: [short, long].filter((flag): flag is string => typeof flag === 'string'),
    value,
    values: value === null ? [] : (VALUES.exec(description)?.[1]?.split(', ') ?? []),
    description,
  };
}

/** What `addHelpText('after', …)` added: all that comes after the generated help. */
function afterHelp(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) });
  command.outputHelp();
  return text.slice(command.helpInformation().length).trim();
}
