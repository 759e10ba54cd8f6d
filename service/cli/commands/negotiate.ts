import { Option, type Command } from 'commander';
import { NEGOTIATION_LISTS, negotiationEntries, type DraftChanges } from '../../../shared/change/negotiation.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { sentenceOfEntry } from '../../pipeline/words/sentence-of-change.ts';
import { EXIT, type ExitCode } from '../command-error.ts';
import { planOf } from '../compare/compare-options.ts';
import { DEFAULT_COMPARISON } from '../compare/default-options.ts';
import { readBytes } from '../input/read-input.ts';
import { jsonText } from '../output/json-text.ts';
import { printable } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';
import { COMPARE } from '../strings/compare.ts';
import { NEGOTIATE } from '../strings/drafts.ts';
import type { Terminal } from '../terminal.ts';

/** What would be markup in a line of Markdown. */
const MARKUP = /[\\`*_{}[\]<>#|~&]/gu;

interface NegotiateOptions {
  readonly format?: string;
  readonly json?: true;
  readonly markdown?: true;
}

/** Adds `diffsvc negotiate`: exit code 0 when the third draft is the second one, 1 when it differs. */
export function addNegotiate(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('negotiate')
    .description(NEGOTIATE.description)
    .argument('<ours>', NEGOTIATE.first)
    .argument('<theirs>', NEGOTIATE.second)
    .argument('<ours2>', NEGOTIATE.third)
    .option('--format <format>', COMPARE.format)
    .addOption(new Option('--json', NEGOTIATE.json).conflicts('markdown'))
    .option('--markdown', NEGOTIATE.markdown)
    .addHelpText('after', NEGOTIATE.after)
    .action(async (first: string, second: string, third: string, options: NegotiateOptions) => {
      const drafts = await Promise.all([first, second, third].map((path) => readBytes(path, terminal.stdin)));
      const { followFiles } = await import('../compare/follow-files.ts');
      const plan = planOf(withoutUndefined({ ...DEFAULT_COMPARISON, format: options.format }));
      const lists = await followFiles([first, second, third], drafts, plan, terminal.env);
      await writeAll(terminal.stdout, `${written(lists, [first, second, third], options)}\n`);
      const { changedBack, changedFurther, added } = lists;
      finish(changedBack.length + changedFurther.length + added.length === 0 ? EXIT.same : EXIT.different);
    });
}

function written(lists: DraftChanges, names: readonly string[], { json, markdown }: NegotiateOptions): string {
  if (json === true) return jsonText(lists);
  const told = toldLists(lists);
  if (markdown !== true)
    return told
      .flatMap(({ head, lines }) => [head, ...lines.map((line) => `  ${line}`)])
      .map(printable)
      .join('\n');
  const escaped = (text: string): string => printable(text).replaceAll(MARKUP, '\\$&');
  return [
    `# ${NEGOTIATE.heading}`,
    names.map(escaped).join(' → '),
    ...told.flatMap(({ head, lines }) => [
      `## ${head.slice(0, -1)}`,
      ...(lines.length === 0 ? [] : [lines.map((line) => `- ${escaped(line)}`).join('\n')]),
    ]),
  ].join('\n\n');
}

/** Each list with its count and a line for each change or part of one. */
function toldLists(lists: DraftChanges): { readonly head: string; readonly lines: readonly string[] }[] {
  const entries = negotiationEntries(lists);
  return NEGOTIATION_LISTS.map((list) => {
    const parts = entries[list].filter(({ part }) => part !== null).length;
    return {
      head: NEGOTIATE.lists[list](entries[list].length - parts, parts),
      lines: entries[list].map((entry) => {
        const { sectionTitle } = entry.change.location;
        const sentence = sentenceOfEntry(entry);
        const line = entry.part === null ? sentence : NEGOTIATE.part(sentence);
        return sectionTitle === undefined ? line : `${sectionTitle}: ${line}`;
      }),
    };
  });
}
