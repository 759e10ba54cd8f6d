import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../command-error.ts';
import { MCP } from '../strings/mcp.ts';
import type { Terminal } from '../terminal.ts';

/** Adds `diffsvc mcp`: a server of the Model Context Protocol for agents. */
export function addMcp(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('mcp')
    .description(MCP.description)
    .option(
      '--root <directory>',
      MCP.root,
      (value: string, values: readonly string[]) => [...values, value],
      [] as readonly string[],
    )
    .addHelpText('after', MCP.after)
    .action(async ({ root }: { readonly root: readonly string[] }) => {
      const { serveMcp } = await import('../mcp/serve-mcp.ts');
      await serveMcp(root, terminal);
      finish(EXIT.same);
    });
}
