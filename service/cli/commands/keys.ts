import type { Command } from 'commander';
import type { Accounts } from '../../admission/accounts.ts';
import type { ApiKey } from '../../admission/ports.ts';
import { CommandError, EXIT } from '../command-error.ts';
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
import { writeAll, writeOnce } from '../output/write-output.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';

interface KeyOptions extends DataDirectoryOptions {
  readonly account?: string;
}

interface CreateOptions extends KeyOptions {
  readonly name: string;
}

/** Adds `diffsvc keys create`, `diffsvc keys list` and `diffsvc keys revoke`. */
export function addKeys(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const keys = program.command('keys').description('API keys');

  withDataDirectory(keys.command('create'))
    .description('make a key and print it, this once; only its hash is kept')
    .option('--account <id>', 'whose it is; without it the owner’s of this installation')
    .option('--name <name>', 'what it is for', '')
    .action(async (options: CreateOptions) => {
      await onAccounts(options, terminal, async (accounts) => {
        const accountId = options.account ?? (await accounts.owner()).accountId;
        const created = await accounts.createKey(accountId, options.name);
        if (created === null)
          throw new CommandError(`there is no account ${accountId}; list them with: diffsvc accounts list`);
        const { key, apiKey } = created;
        const { keyId, name } = apiKey;
        const text = options.json ? jsonText({ keyId, key, accountId: apiKey.accountId, name }) : key;
        try {
          await writeOnce(terminal.stdout, `${text}\n`);
        } catch (fault) {
          if (!(fault instanceof CommandError)) throw fault;
          throw new CommandError(`${fault.message}; ${await withdrawn(accounts, keyId)}`);
        }
      });
      finish(EXIT.same);
    });

  withDataDirectory(keys.command('list'))
    .description('list the keys, revoked ones too')
    .option('--account <id>', 'those of one account')
    .action(async (options: KeyOptions) => {
      const all = await onAccounts(options, terminal, (accounts) => accounts.listKeys(options.account ?? null));
      const text = options.json ? `${jsonText(all.map(described))}\n` : table([HEADING, ...all.map(row)]);
      await writeAll(terminal.stdout, text);
      finish(EXIT.same);
    });

  withDataDirectory(keys.command('revoke'))
    .description('revoke a key; a service that runs refuses it from its next request on')
    .argument('<id>', 'id of the key, as keys list shows it')
    .action(async (keyId: string, options: DataDirectoryOptions) => {
      const revoked = await onAccounts(options, terminal, (accounts) => accounts.revokeKey(keyId, null));
      if (revoked === null) throw new CommandError(`there is no key ${keyId}; list them with: diffsvc keys list`);
      if (options.json) await writeAll(terminal.stdout, `${jsonText(described(revoked))}\n`);
      finish(EXIT.same);
    });
}

/** Revokes a key that nobody saw, and says so. */
async function withdrawn(accounts: Accounts, keyId: string): Promise<string> {
  try {
    await accounts.revokeKey(keyId, null);
    return `the key was revoked, because nobody saw it: ${keyId}`;
  } catch {
    return `nobody saw the key, and it could not be revoked: run diffsvc keys revoke ${keyId}`;
  }
}

function described(key: ApiKey): Record<string, unknown> {
  const { keyId, accountId, name, extensionOrigin, createdAtSeconds, lastUsedAtSeconds, revokedAtSeconds } = key;
  return withoutUndefined({
    keyId,
    accountId,
    name,
    extensionOrigin: extensionOrigin ?? undefined,
    createdAt: timeText(createdAtSeconds),
    lastUsedAt: lastUsedAtSeconds === null ? undefined : timeText(lastUsedAtSeconds),
    revoked: revokedAtSeconds !== null,
    revokedAt: revokedAtSeconds === null ? undefined : timeText(revokedAtSeconds),
  });
}

const HEADING = ['key', 'account', 'created', 'last used', 'revoked', 'name'];

function row({ keyId, accountId, createdAtSeconds, lastUsedAtSeconds, revokedAtSeconds, name }: ApiKey): string[] {
  return [keyId, accountId, timeText(createdAtSeconds), timeText(lastUsedAtSeconds), timeText(revokedAtSeconds), name];
}
