/** The options of `compare`, checked. Every fault of the options is reported before any file is read. */
import { COMPLEXITIES } from '../../../shared/api/complexity.ts';
import { DETAILS } from '../../../shared/api/details.ts';
import { PAPERS } from '../../../shared/api/export-looks.ts';
import { INCLUDES, type Include } from '../../../shared/api/include.ts';
import type { ExportRequest } from '../../../shared/api/jobs.ts';
import { MARK_PROFILES } from '../../../shared/api/mark-profiles.ts';
import { REVISIONS } from '../../../shared/api/revisions.ts';
import { ATTRIBUTE_MODES, settingsOf, type ComparisonSettings } from '../../../shared/api/settings.ts';
import { MODES } from '../../../shared/api/text-spellings.ts';
import { CommandError } from '../command-error.ts';
import { parseEncoding } from '../input/decode-text.ts';
import { chosenFormats, type ChosenFormats } from '../input/formats-of-inputs.ts';
import { readRules } from '../input/read-rules.ts';
import { parseIgnores, type Ignore } from '../input/view-filters.ts';
import { COLOR_WHEN, type ColorWhen } from '../terminal.ts';
import { parseDate, type TrackOptions } from './track-pair.ts';

/** The options of `compare` as commander hands them over. */
export interface CompareOptions {
  readonly format?: string;
  readonly originalFormat?: string;
  readonly revisedFormat?: string;
  readonly mode: string;
  readonly output: readonly string[];
  readonly author?: string;
  readonly date?: string;
  readonly revisions?: string;
  readonly marks?: string;
  readonly summary?: boolean;
  readonly paper?: string;
  readonly attributeMode: string;
  readonly include: string;
  readonly complexity: string;
  readonly select?: string;
  readonly ignoreSelector: readonly string[];
  readonly ignore?: string;
  readonly contents?: true;
  readonly signals?: true;
  readonly rules?: string;
  readonly brief?: true;
  readonly stat?: true;
  readonly context: string;
  readonly color: string;
  readonly watch?: true;
  readonly json?: true;
  readonly exitZero?: true;
  readonly encoding?: string;
  readonly exclude: readonly string[];
  readonly only: readonly string[];
  readonly gitignore?: true;
}

/** Which files of two folders are compared. Patterns are those of `.gitignore` files. */
export interface FileChoice {
  /** Files that these name are left out. */
  readonly exclude: readonly string[];
  /** If there are any, only files that they name are compared. */
  readonly only: readonly string[];
  /** Whether files that a `.gitignore` in either folder names are left out. */
  readonly gitignore: boolean;
}

/** How a redline on paper looks. */
export type PaperChoices = Pick<ExportRequest, 'marks' | 'summary' | 'paper'>;

/** How two inputs are compared. */
export interface ComparePlan {
  readonly chosen: ChosenFormats;
  /** Encoding of both texts. Without it, the files say it. */
  readonly encoding?: string | undefined;
  readonly settings: ComparisonSettings;
  readonly track: TrackOptions;
  readonly paper: PaperChoices;
}

/** What is printed. */
export interface ComparisonView {
  readonly shows: 'redline' | 'brief' | 'stat' | 'json';
  /** Unchanged units before and after a change. */
  readonly context: number;
  readonly color: ColorWhen;
  readonly ignores: ReadonlySet<Ignore>;
  /** Whether page numbers of a table of contents are printed one by one. */
  readonly contents: boolean;
}

/** How to compare. Throws a CommandError for an option that cannot be followed. */
export function planOf(options: CompareOptions): ComparePlan {
  const revisions = oneOf(REVISIONS, options.revisions ?? 'accept', 'treatment of revisions');
  const track = { author: options.author, date: options.date, revisions };
  parseDate(track.date);
  return {
    chosen: chosenFormats(options),
    encoding: parseEncoding(options.encoding),
    settings: settingsIn(options),
    track,
    paper: {
      marks: oneOf(MARK_PROFILES, options.marks ?? 'classic', 'profile of marks'),
      paper: oneOf(PAPERS, options.paper ?? 'a4', 'paper'),
      summary: options.summary !== false,
    },
  };
}

/** Most settings have a spelling for people. Every other one is among the options under its own name. */
function settingsIn(options: CompareOptions): ComparisonSettings {
  const settings = settingsOf({
    ...options,
    mode: oneOf(MODES, options.mode, 'mode'),
    attributeMode: oneOf(ATTRIBUTE_MODES, options.attributeMode, 'attribute mode'),
    include: parseInclude(options.include),
    complexity: oneOf(COMPLEXITIES, options.complexity, 'complexity'),
    ignoreSelectors: options.ignoreSelector,
    details: options.signals === true || options.rules !== undefined ? DETAILS : [],
    rules: undefined,
  });
  return { ...settings, rules: readRules(options.rules) };
}

/** Which files of two folders are compared. */
export function filesOf({ exclude, only, gitignore }: CompareOptions): FileChoice {
  return { exclude, only, gitignore: gitignore === true };
}

/** What to print. Throws a CommandError for an option that cannot be followed. */
export function viewOf(options: CompareOptions): ComparisonView {
  const asked = (['brief', 'stat', 'json'] as const).filter((name) => options[name] === true);
  if (asked.length > 1)
    throw new CommandError(`--${asked[0]!} and --${asked[1]!} ask for different answers; choose one of them`);
  return {
    shows: asked[0] ?? 'redline',
    context: parseContext(options.context),
    color: oneOf(COLOR_WHEN, options.color, 'time for colours'),
    ignores: parseIgnores(options.ignore),
    contents: options.contents === true,
  };
}

function oneOf<const Name extends string>(names: readonly Name[], spelling: string, what: string): Name {
  const found = names.find((each) => each === spelling);
  if (found !== undefined) return found;
  throw new CommandError(`unknown ${what} "${spelling}"; use one of ${names.join(', ')}`);
}

function parseContext(spelling: string): number {
  const context = /^\d{1,6}$/.test(spelling) ? Number(spelling) : null;
  if (context !== null) return context;
  throw new CommandError(`--context is "${spelling}"; it must be a whole number from 0 to 999999`);
}

function parseInclude(spelling: string): Include[] {
  if (spelling === 'none') return [];
  return spelling.split(',').map((name) => {
    const include = INCLUDES.find((each) => each === name.trim());
    if (include !== undefined) return include;
    throw new CommandError(`cannot include "${name.trim()}"; use none, or some of ${INCLUDES.join(',')}`);
  });
}
