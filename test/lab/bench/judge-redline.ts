/** What any tool's redline of any format is worth; the engine and the peers are measured alike. */
import { parseFragment, serialize } from 'parse5';
import type { InputPair } from '../../oracle/input-pairs.ts';
import { inkOf, measureRedline, type RedlineMeasure } from '../../oracle/redline-measure.ts';
import { inkOfResult, inkOfSource } from '../../oracle/source-ink.ts';
import { ENGINE, type Tool } from './tools.ts';

const SIDES = ['original', 'revised'] as const;

/** What the judge found in a redline. */
export interface RedlineFigures {
  readonly changedChars: number;
  readonly segments: number;
  /** Empty `ins` and `del` elements, and those in a place that HTML forbids. */
  readonly misplaced: number;
  /** Lower bound of the visible characters of either side that the redline lacks, kept or marked. */
  readonly lostChars: number;
  /** Whether both texts can be recovered: without `ins` the original's, without `del` the revised text. */
  readonly textKept: boolean;
  /** The same for tags. Null where the redline is text, or normalises tags as the engine's does. */
  readonly tagsKept: boolean | null;
  /** Nothing is marked, although texts or tags of the inputs differ. Null where tags do not count. */
  readonly missed: boolean | null;
}

/**
 * The pair as a tool gets it. `ins` and `del` of an HTML input would pass for the tool's own. The engine reads them as
 * `u` and `s`, so the peers get those.
 */
export function inputFor(tool: Tool, pair: InputPair): InputPair {
  if (tool.name === ENGINE || pair.format !== 'html') return pair;
  const rename = (html: string): string =>
    html.replace(
      /(<\/?)(ins|del)\b/giu,
      (_, open: string, name: string) => open + (name.toLowerCase() === 'ins' ? 'u' : 's'),
    );
  // The parser repairs the input of a tool that compares trees. The judge compares its result with the repaired input.
  const given = (html: string): string =>
    tool.comparesTrees === true ? serialize(parseFragment(rename(html))) : rename(html);
  return { ...pair, original: given(pair.original), revised: given(pair.revised) };
}

/** Judges a redline of the pair as `inputFor` gave it. */
export function judgeRedline(tool: Tool, pair: InputPair, html: string): RedlineFigures {
  const found = measureRedline(html, { preserve: true });
  const figures = {
    changedChars: found.changedChars,
    segments: found.segments,
    misplaced: found.illegal + found.empty,
    lostChars: SIDES.reduce((sum, side) => sum + lostOf(inksOf(tool, pair, side, found)), 0),
    textKept: SIDES.every((side) => isKept(inksOf(tool, pair, side, found))),
  };
  if (tool.takes !== 'html') return { ...figures, tagsKept: null, missed: null };
  const before = measureRedline(pair.original).originalTags.join('');
  const after = measureRedline(pair.revised).originalTags.join('');
  const differs =
    before !== after || inkOf(measureRedline(pair.original).original) !== inkOf(measureRedline(pair.revised).original);
  return {
    ...figures,
    tagsKept: found.originalTags.join('') === before && found.revisedTags.join('') === after,
    missed: differs && !found.marked,
  };
}

/** Visible characters of one side: as the redline has them, and as they were given. */
interface Inks {
  readonly found: string;
  readonly given: string;
}

function inksOf(tool: Tool, pair: InputPair, side: 'original' | 'revised', redline: RedlineMeasure): Inks {
  if (tool.takes === 'text') return { found: inkOf(redline[side]), given: inkOf(pair[side]) };
  return { found: inkOfResult(redline[side], pair.format), given: inkOfSource(pair[side], pair.format) };
}

function isKept({ found, given }: Inks): boolean {
  return found === given;
}

function lostOf({ found, given }: Inks): number {
  return Math.max(0, [...given].length - [...found].length);
}
