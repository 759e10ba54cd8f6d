/** What the tools do. */
import { basename, extname } from 'node:path';
import { Compile } from 'typebox/compile';
import type { Static, TSchema } from 'typebox';
import { DETAILS } from '../../../shared/api/details.ts';
import { INCLUDES } from '../../../shared/api/include.ts';
import { selectionOf } from '../../../shared/api/selection.ts';
import { settingsOf } from '../../../shared/api/settings.ts';
import { negotiationEntries, type NegotiationList } from '../../../shared/change/negotiation.ts';
import { unitCountsOf } from '../../../shared/change/unit-counts.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { documentFormatOf } from '../../../shared/recognize-format.ts';
import { halfInWords, unitsOf } from '../../../shared/fragment/units.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { sentenceOfEntry } from '../../pipeline/words/sentence-of-change.ts';
import { CommandError } from '../command-error.ts';
import type { ComparePlan } from '../compare/compare-options.ts';
import { comparePair, titleOf, type Finished } from '../compare/compare-pair.ts';
import { compareFolders } from '../compare/folders/compare-folders.ts';
import { followFiles } from '../compare/follow-files.ts';
import { isTracked, writerOf } from '../compare/write-comparison.ts';
import { sha256 } from '../../sha256.ts';
import { chosenFormats } from '../input/formats-of-inputs.ts';
import { openPair } from '../input/open-pair.ts';
import { checkOutput } from '../output/write-output.ts';
import { lawsOf } from '../output/laws-of-result.ts';
import { TOOL_ANSWERS as ANSWERS, TOOL_STEPS as STEPS } from '../strings/mcp.ts';
import type { Terminal } from '../terminal.ts';
import { compareResult, folderResult, listed, written, type ToolAnswer } from './answers.ts';
import type { GrantedFiles } from './granted-files.ts';
import {
  CompareArguments,
  DecideArguments,
  FolderArguments,
  FollowArguments,
  LIST_DEFAULT,
  ListArguments,
  UndisclosedArguments,
  VerifyArguments,
  WriteArguments,
  type FollowResult,
  type ToolName,
} from './tool-schemas.ts';

/** Comparisons that are kept for the tools that name one. The oldest is forgotten first. */
const COMPARISONS_MAX = 8;
/** Maximum number of items in a list of sentences. */
const ITEMS_MAX = 100;
/** Hears of each step of a tool, in words. */
export type StepListener = (step: string) => void;

interface Kept {
  readonly plan: ComparePlan;
  readonly finished: Finished;
  readonly files: readonly [original: Buffer, revised: Buffer];
  readonly paths: readonly [original: string, revised: string];
}

/** The tools over the granted files. They keep the last comparisons. */
export class Tools {
  readonly #files: GrantedFiles;
  readonly #terminal: Pick<Terminal, 'env' | 'stdin'>;
  readonly #comparisons = new Map<string, Kept>();

  constructor(files: GrantedFiles, terminal: Pick<Terminal, 'env' | 'stdin'>) {
    this.#files = files;
    this.#terminal = terminal;
  }

  /** Calls a tool. Throws CommandError and `ServiceError` with words for the caller. */
  async call(name: ToolName, given: unknown, says: StepListener): Promise<ToolAnswer> {
    switch (name) {
      case 'compare_documents':
        return await this.#compare(checked(CompareArguments, given), says);
      case 'list_changes':
        return this.#list(checked(ListArguments, given));
      case 'write_redline':
        return await this.#write(checked(WriteArguments, given), says);
      case 'apply_decisions':
        return await this.#decide(checked(DecideArguments, given), says);
      case 'verify_redline':
        return await this.#verify(checked(VerifyArguments, given));
      case 'list_undisclosed':
        return await this.#undisclosed(checked(UndisclosedArguments, given), says);
      case 'follow_drafts':
        return await this.#follow(checked(FollowArguments, given), says);
      case 'compare_folders':
        return await this.#folders(checked(FolderArguments, given), says);
    }
  }

  async #compare(given: CompareArguments, says: StepListener): Promise<ToolAnswer> {
    const paths = [await this.#files.input(given.original), await this.#files.input(given.revised)] as const;
    const files = [await this.#read(paths[0], says), await this.#read(paths[1], says)] as const;
    says(STEPS.comparing);
    const plan = planOf(given);
    const finished = await comparePair(paths, files, plan, this.#terminal.env);
    // The same files with the same wishes are the same comparison.
    const wishes = JSON.stringify([paths, files.map(sha256), plan.chosen, plan.settings]);
    const comparisonId = `cmp_${sha256(wishes).slice(0, 32)}`;
    this.#keep(comparisonId, { plan, finished, files, paths });
    if (finished.undisclosed !== null) says(STEPS.checking);
    const data = compareResult(comparisonId, finished, await finished.undisclosed?.());
    const words = [
      ...(data.untracked === undefined ? [] : [data.untracked.answer]),
      data.answer,
      ...(data.notCompared?.differences ?? []),
    ].join(' ');
    return { data, words: `${words} comparisonId: ${comparisonId}` };
  }

  #list({ comparisonId, offset = 0, limit = LIST_DEFAULT, signals: asked }: Static<typeof ListArguments>): ToolAnswer {
    const { page, summary, tied } = this.#kept(comparisonId).finished;
    const all = page().changes;
    const changes =
      asked === undefined
        ? all
        : all.filter(({ signals = [] }) => signals.some(({ rule }) => asked.length === 0 || asked.includes(rule)));
    const unitOf = new Map(tied.flatMap(({ changeIds }) => changeIds.map((id) => [id, changeIds] as const)));
    const shown = changes.slice(offset, offset + limit).map((change) => listed(change, unitOf.get(change.id) ?? []));
    const next = offset + shown.length;
    const hasMore = shown.length > 0 && next < changes.length;
    const data = withoutUndefined({
      totalChanges: all.length,
      matchingChanges: asked === undefined ? undefined : changes.length,
      offset,
      nextOffset: hasMore ? next : undefined,
      changes: shown,
    });
    const words =
      shown.length === 0
        ? ANSWERS.noChanges(offset, changes.length)
        : ANSWERS.changes(offset + 1, next, changes.length, asked ? changes.length : unitCountsOf(summary).total);
    return { data, words };
  }

  async #write(
    { comparisonId, output, overwrite = false, author }: Static<typeof WriteArguments>,
    says: StepListener,
  ): Promise<ToolAnswer> {
    const { plan, finished, paths, files } = this.#kept(comparisonId);
    const write = writerOf(output);
    const path = await this.#output(output, overwrite, paths);
    says(STEPS.writing(basename(path)));
    const isDocx = isTracked(path);
    const signed =
      author === undefined || !isDocx
        ? finished
        : await comparePair(paths, files, { ...plan, track: { author, date: undefined } }, this.#terminal.env);
    const { content, notes } = await write(signed, this.#terminal.env);
    const bytes = Buffer.from(content);
    const tracked = isDocx ? await signed.tracked?.() : undefined;
    await this.#files.write(path, bytes, overwrite);
    return written(path, bytes, [...(tracked?.warnings ?? []).map(({ message }) => message), ...notes]);
  }

  async #decide(
    { comparisonId, accept = [], reject = [], output, overwrite = false }: Static<typeof DecideArguments>,
    says: StepListener,
  ): Promise<ToolAnswer> {
    const { finished, paths } = this.#kept(comparisonId);
    const extension = extname(output).toLowerCase();
    if (extension !== '.html' && extension !== '.docx')
      throw new CommandError(`cannot write ${output}: decisions go into .html (the fragment) or .docx`);
    checkDecisions(finished, accept, reject);
    const path = await this.#output(output, overwrite, paths);
    const { comparison, sameness } = finished;
    if (extension === '.docx' && finished.tracked === null)
      throw new CommandError(
        `cannot write .docx of a comparison of ${comparison.format}; it needs two DOCX files, or text, HTML or Markdown`,
      );
    says(STEPS.writing(basename(path)));
    const { makeConfined } = await import('../../confined-files.ts');
    const { DEFAULT_AUTHOR, stampOf } = await import('../../pipeline/track-changes.ts');
    const { bytes, report } = await makeConfined({
      type: extension === '.docx' ? 'resolved_docx' : 'resolved_html',
      format: comparison.format,
      fallback: comparison.fallback,
      digests: null,
      outcome: { sameness, uncompared: comparison.uncompared },
      options: { accept, reject },
      title: titleOf(finished),
      html: comparison.html,
      original: finished.inputs[0],
      revised: finished.inputs[1],
      ...stampOf({ author: DEFAULT_AUTHOR, at: new Date() }),
    });
    await this.#files.write(path, bytes, overwrite);
    return written(path, Buffer.from(bytes), report.warnings, report.check);
  }

  async #verify(given: Static<typeof VerifyArguments>): Promise<ToolAnswer> {
    const names = [given.original, given.revised, given.redline] as const;
    const paths: string[] = [];
    for (const name of names) paths.push(await this.#files.input(name));
    const files: Buffer[] = [];
    for (const path of paths) files.push(await this.#read(path));
    const chosen = { original: undefined, revised: undefined };
    const [before, after] = await openPair([files[0]!, files[1]!], chosen, this.#terminal.env);
    const laws = await lawsOf([paths[0]!, paths[1]!, paths[2]!], [before.bytes, after.bytes, files[2]!], {
      selection: selectionOf(given),
      format: undefined,
    });
    const holds = laws.every((law) => law.holds);
    return { data: { holds, laws: [...laws] }, words: ANSWERS.laws(holds) };
  }

  async #undisclosed(given: Static<typeof UndisclosedArguments>, says: StepListener): Promise<ToolAnswer> {
    const files: Buffer[] = [];
    for (const name of [given.sent, given.returned]) {
      const path = await this.#files.input(name);
      const bytes = await this.#read(path, says);
      if (documentFormatOf(bytes) !== 'docx')
        throw new CommandError(`${path} is no DOCX; only a DOCX has tracked revisions that declare changes`);
      files.push(bytes);
    }
    says(STEPS.checking);
    const { workConfined } = await import('../../confined-files.ts');
    const found = await workConfined({ kind: 'undisclosed', sent: files[0]!, returned: files[1]! });
    const items = found.items
      .slice(0, ITEMS_MAX)
      .map(({ kind, sentence, where }) => withoutUndefined({ kind, sentence, where }));
    const more = found.items.length - items.length;
    const data = { differs: found.differs, items, more, declared: found.declared };
    return { data, words: ANSWERS.undisclosed(found.items.length) };
  }

  async #follow(given: Static<typeof FollowArguments>, says: StepListener): Promise<ToolAnswer> {
    const paths: string[] = [];
    const drafts: Buffer[] = [];
    for (const name of [given.first, given.second, given.third]) {
      const path = await this.#files.input(name);
      paths.push(path);
      drafts.push(await this.#read(path, says));
    }
    const plan = planOf({ original: given.first, revised: given.second });
    const lists = await followFiles(paths, drafts, plan, this.#terminal.env, () => says(STEPS.following));
    const entries = negotiationEntries(lists);
    const told = (list: NegotiationList): FollowResult[NegotiationList] => {
      const items = entries[list]
        .slice(0, ITEMS_MAX)
        .map((entry) =>
          withoutUndefined({ sentence: sentenceOfEntry(entry), where: entry.change.location.sectionTitle }),
        );
      return { count: entries[list].length, items, more: entries[list].length - items.length };
    };
    const data = {
      accepted: told('accepted'),
      changedBack: told('changedBack'),
      changedFurther: told('changedFurther'),
      added: told('added'),
    };
    const { accepted, changedBack, changedFurther, added } = data;
    return { data, words: ANSWERS.followed(accepted.count, changedBack.count, changedFurther.count, added.count) };
  }

  async #folders(given: Static<typeof FolderArguments>, says: StepListener): Promise<ToolAnswer> {
    const { original, revised, exclude = [], only = [], gitignore = false } = given;
    const folders = [await this.#files.folder(original), await this.#files.folder(revised)] as const;
    says(STEPS.listing);
    const host = {
      env: this.#terminal.env,
      // A link may lead out of the folder.
      read: async (path: string) => await this.#files.read(await this.#files.input(path)),
      progress: () => ({ step: says, clear: () => undefined }),
    };
    const plan = planOf({ original, revised });
    const view = { ignores: new Set<never>() };
    const data = folderResult(await compareFolders(folders, { exclude, only, gitignore }, plan, view, host, null));
    return { data, words: data.answer };
  }

  /** An output is granted, and is none of the inputs. */
  async #output(output: string, overwrite: boolean, inputs: readonly string[]): Promise<string> {
    const path = await this.#files.output(output, overwrite);
    await checkOutput(path, inputs);
    return path;
  }

  async #read(path: string, says: StepListener = () => undefined): Promise<Buffer> {
    says(STEPS.reading(basename(path)));
    return await this.#files.read(path);
  }

  #keep(comparisonId: string, kept: Kept): void {
    this.#comparisons.delete(comparisonId);
    this.#comparisons.set(comparisonId, kept);
    for (const oldest of this.#comparisons.keys()) {
      if (this.#comparisons.size <= COMPARISONS_MAX) break;
      this.#comparisons.delete(oldest);
    }
  }

  #kept(comparisonId: string): Kept {
    const kept = this.#comparisons.get(comparisonId);
    if (kept !== undefined) return kept;
    throw new CommandError(
      `there is no comparison ${comparisonId}; the last ${COMPARISONS_MAX} are kept: call compare_documents again`,
    );
  }
}

function planOf(given: CompareArguments): ComparePlan {
  const { originalFormat, revisedFormat } = given;
  const both = originalFormat !== undefined && originalFormat === revisedFormat;
  const sides = withoutUndefined({ originalFormat, revisedFormat });
  return {
    chosen: chosenFormats(both ? { format: originalFormat } : sides),
    settings: settingsOf({ include: INCLUDES, complexity: 'extended', details: DETAILS, ...given }),
    track: { author: undefined, date: undefined },
    paper: {},
  };
}

/** Refuses ids that the comparison does not have, one that is decided twice, and half a unit. */
function checkDecisions({ comparison }: Finished, accept: 'all' | readonly string[], reject: typeof accept): void {
  if (accept.length === 0 && reject.length === 0)
    throw new CommandError('accept and reject name 0 changes; name change ids, or "all" in one of them');
  if (accept === 'all' && reject === 'all') throw new CommandError('accept and reject cannot both be "all"');
  const blocks = scanFragment(comparison.html);
  const known = new Set(changeIdsOf(blocks));
  const ids = [accept, reject].map((list) => (list === 'all' ? [] : list));
  const unknown = ids.flat().find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new CommandError(`there is no change ${unknown} among ${known.size}; list_changes names them`);
  const twice = ids[0]!.find((id) => ids[1]!.includes(id));
  if (twice !== undefined) throw new CommandError(`change ${twice} is both accepted and rejected; name it once`);
  const [half] = unitsOf(blocks).halves({ accept, reject });
  if (half !== undefined) throw new CommandError(halfInWords(half));
}

/** The arguments of a tool. Throws a CommandError that names the first one at fault. */
function checked<T extends TSchema>(schema: T, given: unknown): Static<T> {
  const validator = Compile(schema);
  if (validator.Check(given)) return given;
  const [fault] = validator.Errors(given);
  // "additionalProperties": false
  if (fault?.keyword === 'boolean')
    throw new CommandError(`${fault.instancePath.slice(1)} is no argument of this tool; its input schema names them`);
  const at = fault === undefined || fault.instancePath === '' ? 'the arguments' : fault.instancePath.slice(1);
  throw new CommandError(`${at}: ${fault?.message ?? 'not valid'}; the input schema of the tool says what it takes`);
}
