import { mapLineText } from './flow-text.ts';
import type { LayoutElement, PageLayout } from '../layout/layout.ts';
import { LEADER } from '../lines/leaders.ts';
import type { TextLine } from '../lines/line-text.ts';

/**
 * Makes both sides agree on the dots that lead from a text to its number. Their count depends on the width of the
 * page and of the text. If all leaders of both sides are equal, they are read as painted; otherwise each is read as a
 * space.
 *
 *     Termination ..... 12   |  Termination ..... 12      the dots, as painted
 *     Termination ..... 12   |  Termination ........ 12   Termination 12
 */
export function decideLeaders(sides: readonly (readonly PageLayout[])[]): PageLayout[][] {
  const [first, ...others] = sides.map(leadersOf);
  const alike = others.every((leaders) => leaders === first);
  const read = (text: string): string => text.replace(LEADER, alike ? ' $1 ' : ' ');
  return sides.map((pages) => pages.map((page) => mapPage(page, read)));
}

/** All leaders of a side in reading order, with their delimiters. */
function leadersOf(pages: readonly PageLayout[]): string {
  const lines = pages.flatMap(({ regions }) => regions.flatMap(({ elements }) => elements.flatMap(linesOf)));
  return lines.flatMap(({ text }) => text.match(LEADER) ?? []).join('');
}

function linesOf(element: LayoutElement): readonly TextLine[] {
  return element.kind === 'line' ? [element.line] : element.rows.flatMap((row) => row.flatMap((cell) => cell.lines));
}

function mapPage(page: PageLayout, read: (text: string) => string): PageLayout {
  const regions = page.regions.map((region) => ({
    ...region,
    elements: region.elements.map((element) => mapElement(element, (line) => mapLine(line, read))),
  }));
  return {
    ...page,
    regions,
    artifacts: page.artifacts.map((artifact) => ({ ...artifact, text: read(artifact.text) })),
  };
}

function mapElement(element: LayoutElement, map: (line: TextLine) => TextLine): LayoutElement {
  if (element.kind === 'line') return { ...element, line: map(element.line) };
  const rows = element.rows.map((row) => row.map((cell) => ({ ...cell, lines: cell.lines.map(map) })));
  return { ...element, rows, ...(element.otherwise ? { otherwise: element.otherwise.map(map) } : {}) };
}

function mapLine(line: TextLine, read: (text: string) => string): TextLine {
  return line.leads ? mapLineText(line, read) : line;
}
