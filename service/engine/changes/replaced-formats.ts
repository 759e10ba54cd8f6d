/** What a replacement changed besides its text: marks and link destinations. */
import { MARKS, type Run } from '../../../shared/document/model.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import type { ChangeFormat } from '../../../shared/change/change.ts';

/** The marks and the link destination of one side of a replacement, as far as they differ from the other side's. */
export interface ReplacedFormat {
  readonly format?: ChangeFormat;
  readonly href?: string;
}

/** The differences between both texts of a replacement besides their letters, for each side. */
export function replacedFormats(before: readonly Run[], after: readonly Run[]): [ReplacedFormat, ReplacedFormat] {
  const formats: [ChangeFormat, ChangeFormat] = [{}, {}];
  MARKS.forEach((name, bit) => {
    const [was, is] = [shareOf(before, bit), shareOf(after, bit)];
    if (name === 'code' || was === is) return;
    formats[0][name] = was > is;
    formats[1][name] = is > was;
  });
  const isFormatted = Object.keys(formats[0]).length > 0;
  const [beforeHrefs, afterHrefs] = [destinationsOf(before), destinationsOf(after)];
  const isLinked = beforeHrefs.join('\n') !== afterHrefs.join('\n');
  const sideOf = (format: ChangeFormat, hrefs: readonly string[], others: readonly string[]): ReplacedFormat =>
    withoutUndefined({
      format: isFormatted ? format : undefined,
      href: isLinked ? (hrefs.find((href) => !others.includes(href)) ?? hrefs[0]) : undefined,
    });
  return [sideOf(formats[0], beforeHrefs, afterHrefs), sideOf(formats[1], afterHrefs, beforeHrefs)];
}

/** How much of a text has a mark: 0 none, 1 a part, 2 all. */
function shareOf(runs: readonly Run[], bit: number): 0 | 1 | 2 {
  const marked = runs.filter((run) => (run.marks & (1 << bit)) !== 0).length;
  if (marked === 0) return 0;
  return marked === runs.length ? 2 : 1;
}

/** The link destinations of a text in order, each once. */
function destinationsOf(runs: readonly Run[]): string[] {
  return [...new Set(runs.flatMap(({ href }) => href ?? []))];
}
