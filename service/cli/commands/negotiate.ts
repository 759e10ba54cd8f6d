import type { Command } from 'commander';
import type { Change } from '../../../shared/change/change.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { DETAILS } from '../../../shared/api/details.ts';
import { sentenceOfChange } from '../../pipeline/sentence-of-change.ts';
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { planOf } from '../compare/compare-options.ts';
import type { Finished } from '../compare/compare-pair.ts';
import { DEFAULT_COMPARISON } from '../compare/default-options.ts';
import { readBytes } from '../input/read-input.ts';
import { printable } from '../output/printable.ts';
import { writeAll } from '../output/write-output.ts';
import { COMPARE, NEGOTIATE } from '../strings.ts';
import type { Terminal } from '../terminal.ts';

/** The lists of a negotiation, in the order of the report. */
const LISTS = ['accepted', 'changedBack', 'changedFurther', 'added'] as const;

interface NegotiateOptions {
  readonly format?: string;
  readonly json?: true;
}

/** Formats whose sides are read alike in every comparison. */
const FOLLOWED: ReadonlySet<string> = new Set(['docx', 'html', 'markdown', 'txt']);

/** Adds `diffsvc negotiate`: exit code 0 when the third draft is the second one, 1 when it differs. */
export function addNegotiate(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('negotiate')
    .description(NEGOTIATE.description)
    .argument('<ours>', NEGOTIATE.first)
    .argument('<theirs>', NEGOTIATE.second)
    .argument('<ours2>', NEGOTIATE.third)
    .option('--format <format>', COMPARE.format)
    .option('--json', NEGOTIATE.json)
    .addHelpText('after', NEGOTIATE.after)
    .action(async (first: string, second: string, third: string, options: NegotiateOptions) => {
      const drafts = await Promise.all([first, second, third].map((path) => readBytes(path, terminal.stdin)));
      const lists = await followed([first, second, third], drafts, options, terminal);
      const text = options.json === true ? JSON.stringify(answerOf(lists)) : told(lists).map(printable).join('\n');
      await writeAll(terminal.stdout, `${text}\n`);
      const { changedBack, changedFurther, added } = lists;
      finish(changedBack.length + changedFurther.length + added.length === 0 ? EXIT.same : EXIT.different);
    });
}

type Lists = Readonly<Record<(typeof LISTS)[number], readonly Change[]>>;

async function followed(
  paths: readonly string[],
  drafts: readonly Buffer[],
  { format }: NegotiateOptions,
  { env }: Terminal,
): Promise<Lists> {
  const { comparePair } = await import('../compare/compare-pair.ts');
  const { followChanges } = await import('../../pipeline/merge/negotiation.ts');
  const plan = { ...planOf({ ...DEFAULT_COMPARISON, ...(format !== undefined && { format }) }), details: DETAILS };
  const compare = async (a: number, b: number): Promise<Finished> =>
    await comparePair([paths[a]!, paths[b]!], [drafts[a]!, drafts[b]!], plan, env);
  const firstToSecond = await compare(0, 1);
  const secondToThird = await compare(1, 2);
  for (const { comparison } of [firstToSecond, secondToThird]) {
    if (FOLLOWED.has(comparison.format)) continue;
    throw new CommandError(
      `negotiate cannot follow changes of ${comparison.format}; the drafts must be DOCX, HTML, Markdown or text, all of one format`,
    );
  }
  const blocksOf = ({ comparison }: Finished) => scanFragment(comparison.html);
  const { added, ...proposed } = followChanges({
    firstToSecond: blocksOf(firstToSecond),
    secondToThird: blocksOf(secondToThird),
    firstToThird: blocksOf(await compare(0, 2)),
    thirdToFirst: blocksOf(await compare(2, 0)),
    thirdToSecond: blocksOf(await compare(2, 1)),
  });
  const named = (ids: readonly string[], { changes }: Finished): Change[] => {
    const wanted = new Set(ids);
    return [...changes()].filter(({ id }) => wanted.has(id));
  };
  return {
    accepted: named(proposed.accepted, firstToSecond),
    changedBack: named(proposed.changedBack, firstToSecond),
    changedFurther: named(proposed.changedFurther, firstToSecond),
    added: named(added, secondToThird),
  };
}

function told(lists: Lists): string[] {
  return LISTS.flatMap((list) => [
    NEGOTIATE.lists[list](lists[list].length),
    ...lists[list].map((change) => {
      const { sectionTitle } = change.location;
      return `  ${sectionTitle === undefined ? '' : `${sectionTitle}: `}${sentenceOfChange(change)}`;
    }),
  ]);
}

function answerOf(lists: Lists): object {
  return { schemaVersion: 'diffsvc.negotiation.v1', ...lists };
}
