import { Option, type Command } from 'commander';
import { PLANS } from '../../../shared/api/usage.ts';
import type { AccountPlan } from '../../admission/accounts.ts';
import type { Account } from '../../admission/ports.ts';
import { EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';
import {
  onAccounts,
  table,
  timeText,
  withDataDirectory,
  type DataDirectoryOptions,
} from '../input/data-directory-options.ts';
import type { Terminal } from '../terminal.ts';
import { jsonText } from '../output/json-text.ts';
import { writeAll } from '../output/write-output.ts';

interface CreateOptions extends DataDirectoryOptions {
  readonly plan: AccountPlan;
  readonly name: string;
}

/** Adds `diffsvc accounts create` and `diffsvc accounts list`. */
export function addAccounts(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const accounts = program.command('accounts').description('the accounts of this installation');

  withDataDirectory(accounts.command('create'))
    .description('make an account; prints its id')
    .addOption(
      new Option('--plan <plan>', 'what it may do')
        .choices(PLANS.filter((plan) => plan !== 'anonymous'))
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'whose it is', '')
    .action(async (options: CreateOptions) => {
      const { plan, name } = options;
      const { accountId } = await onAccounts(options, terminal, (each) => each.create(plan, name));
      const text = options.json ? jsonText({ accountId, plan, name }) : accountId;
      await writeAll(terminal.stdout, `${text}\n`);
      finish(EXIT.same);
    });

  withDataDirectory(accounts.command('list'))
    .description('list the accounts')
    .action(async (options: DataDirectoryOptions) => {
      const all = await onAccounts(options, terminal, (each) => each.list());
      const text = options.json ? `${jsonText(all.map(described))}\n` : table([HEADING, ...all.map(row)]);
      await writeAll(terminal.stdout, text);
      finish(EXIT.same);
    });
}

function described({ accountId, plan, name, isOwner, createdAtSeconds }: Account): Record<string, unknown> {
  return { accountId, plan, name, isOwner, createdAt: timeText(createdAtSeconds) };
}

const HEADING = ['account', 'plan', 'created', 'name'];

function row({ accountId, plan, name, createdAtSeconds }: Account): string[] {
  return [accountId, plan, timeText(createdAtSeconds), name];
}
