import type { Run } from '../../../../shared/document/model.ts';
import { joinRuns } from '../../../../shared/document/runs.ts';
import { countDirections, hasRightToLeft, readsWithPage, toLogicalOrder, type PageDirection } from './bidi.ts';
import { type Decorations, EM, STRONG, SUBSCRIPT, SUPERSCRIPT, UNDERLINE } from '../paint/decorations.ts';
import { breaksAnywhere } from './line-breaks.ts';
import { isLeader } from './leaders.ts';
import { paintedLook } from './painted-look.ts';
import { letterSpacings } from './letter-spacing.ts';
import type { Line, LineWord } from './line.ts';
import { withTypedBullet } from './typed-bullets.ts';
import { smallCapsLimit } from './small-caps.ts';
import type { Glyph } from '../paint/glyph.ts';
import { printLine, type PrintedLine, type Printing } from './printed-line.ts';
import type { TagRole } from '../paint/page-tags.ts';

/** The tagged block that a line belongs to. */
export interface LineTag {
  /** Index of the block on its page. */
  readonly block: number;
  readonly role: TagRole;
  /** Indices of the enclosing list items on the page, outermost first. */
  readonly items: readonly number[];
  /** Present in an entry of a table of contents. */
  readonly entry?: true;
}

/** One line in logical order, with the properties that later stages need. Coordinates as in `glyph.ts`. */
export interface TextLine {
  readonly runs: readonly Run[];
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
  /** All letters are bold. */
  readonly bold: boolean;
  readonly rightToLeft: boolean;
  /** Width of the first word in logical order: the room it needs in the previous line. */
  readonly firstWordWidth: number;
  /**
   * Edge at which the text after the first word begins. After a list marker this is the edge of the item's text. In
   * right-to-left text it is a right edge.
   */
  readonly textEdge: number;
  /** Whether dots lead from the text to a number at its end, as in a table of contents. */
  readonly leads: boolean;
  /** Null on a page that is read by its geometry. */
  readonly tag: LineTag | null;
  /** Where the line is painted; absent unless it is asked for. Later stages change `text`, but never this. */
  readonly printed?: PrintedLine;
}

/** What the lines of a frame have in common. */
export interface FrameSetting extends PageDirection {
  /** Present if the places of the text are wanted. */
  readonly printing?: Printing | undefined;
}

/** A super- or subscript is smaller than this part of the line's size, and off the baseline. */
const SCRIPT_SIZE = 0.88;
/** Shift of a super- or subscript from the baseline, as a part of the line's size. */
const RAISED = 0.1;
const LOWERED = 0.06;

/** A glyph, or (with `isGap`) a space or leader between two words. */
interface Unit extends Run {
  readonly isGap: boolean;
  readonly glyph?: Glyph;
}

/**
 * Reads a line: words in logical order, spaces between them, marks and links.
 *
 * @param page direction of the page. It decides for lines with letters of both directions or of none.
 */
export function readLine(
  line: Line,
  decorations: Decorations,
  page: FrameSetting,
  tag: LineTag | null = null,
): TextLine {
  const units = visualUnits(line, decorations);
  const text = units.map((unit) => unit.text).join('');
  const bidirectional = hasRightToLeft(text);
  const direction = bidirectional ? page.rightToLeft || votesRight(text) : page.rightToLeft && readsWithPage(text);
  const logical = bidirectional || direction ? toLogicalOrder(units, { ...page, rightToLeft: direction }) : units;
  const runs = joinRuns(
    logical.map(({ text: part, marks, href, look }) => ({
      text: part,
      marks,
      href,
      ...(look !== undefined && { look }),
    })),
  );
  const letters = units.filter((unit) => !unit.isGap);
  const first = direction ? line.words.at(-1)! : line.words[0]!;
  const second = direction ? line.words.at(-2) : line.words[1];
  return {
    runs,
    text: runs.map((run) => run.text).join(''),
    x0: line.x0,
    x1: line.x1,
    y: line.y,
    top: line.top,
    bottom: line.bottom,
    size: line.size,
    bold: letters.length > 0 && letters.every((unit) => (unit.marks & STRONG) !== 0),
    rightToLeft: direction,
    firstWordWidth: firstWordWidth(line.words, direction),
    textEdge: textEdge(first, second, direction),
    leads: line.words.some((word) => leaderOf(word) !== null),
    tag,
    ...(page.printing && { printed: printLine(logical, line, page.printing) }),
  };
}

/** The text of a leader; null for other words. */
function leaderOf({ glyphs }: LineWord): string | null {
  const { text } = glyphs[0]!;
  return isLeader(text) ? text : null;
}

function votesRight(text: string): boolean {
  const { right, left } = countDirections(text);
  return right > left;
}

function visualUnits(line: Line, decorations: Decorations): Unit[] {
  const units: Unit[] = [];
  const smallCaps = smallCapsLimit(line.words);
  const words = withTypedBullet(line.words);
  const spacings = letterSpacings(words);
  for (const word of words) {
    const leader = leaderOf(word);
    const inGap = units.at(-1)?.isGap ?? true;
    if (!inGap && (word.spaceBefore || leader !== null))
      units.push({ text: leader ?? ' ', isGap: true, marks: 0, href: null });
    if (leader !== null) continue;
    const script = scriptOf(word, line);
    const spacing = spacings.get(word) ?? 0;
    for (const glyph of word.glyphs) {
      const href = decorations.hrefOf(glyph);
      let marks = (glyph.font.bold ? STRONG : 0) | (glyph.font.italic ? EM : 0) | script | decorations.marksOf(glyph);
      // Underlining is the usual style of links, not emphasis by the author.
      if (href !== null) marks &= ~UNDERLINE;
      const text = glyph.size <= smallCaps ? glyph.text.toLowerCase() : glyph.text;
      const look = paintedLook(glyph, spacing);
      units.push({ text, isGap: false, marks, href, ...(look !== undefined && { look }), glyph });
    }
  }
  return spreadOverSpaces(units);
}

/** Spaces between two words take the marks that both words have, and the link and the look if both have the same one. */
function spreadOverSpaces(units: Unit[]): Unit[] {
  return units.map((unit, index) => {
    const before = units[index - 1];
    const after = units[index + 1];
    if (!unit.isGap || !before || !after) return unit;
    const { look } = before;
    const href = before.href === after.href ? before.href : null;
    return {
      ...unit,
      marks: before.marks & after.marks,
      href,
      ...(look !== undefined && look === after.look && { look }),
    };
  });
}

function scriptOf(word: LineWord, line: Line): number {
  if (word.size > SCRIPT_SIZE * line.size) return 0;
  if (word.y < line.y - RAISED * line.size) return SUPERSCRIPT;
  return word.y > line.y + LOWERED * line.size ? SUBSCRIPT : 0;
}

function textEdge(first: LineWord, second: LineWord | undefined, rightToLeft: boolean): number {
  // Words are in visual order, so `spaceBefore` of the right word describes the gap between the two.
  if (rightToLeft) return second && first.spaceBefore ? second.x1 : first.x1;
  return second?.spaceBefore === true ? second.x0 : first.x0;
}

function firstWordWidth(words: readonly LineWord[], rightToLeft: boolean): number {
  const ordered = rightToLeft ? [...words].reverse() : words;
  const glyph = ordered[0]!.glyphs[0]!;
  if (breaksAnywhere(glyph.text)) return glyph.width;
  let x0 = ordered[0]!.x0;
  let x1 = ordered[0]!.x1;
  for (let index = 1; index < ordered.length; index++) {
    const spaced = rightToLeft ? ordered[index - 1]!.spaceBefore : ordered[index]!.spaceBefore;
    if (spaced) break;
    x0 = Math.min(x0, ordered[index]!.x0);
    x1 = Math.max(x1, ordered[index]!.x1);
  }
  return x1 - x0;
}
