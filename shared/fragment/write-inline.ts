import { MARKS, type Image, type Run, type Side } from '../document/model.ts';
import { joinRuns } from '../document/runs.ts';
import { writeMarks } from './notation.ts';
import { isLinkable, isShownImage } from './safe-url.ts';
import { escapeText, startTag, type TagAttributes } from './write-tag.ts';

/** One inline element around a run. Neighbouring runs share the elements whose start tags agree. */
interface Wrapper {
  readonly start: string;
  readonly end: string;
}

function wrapper(tag: string, attributes: TagAttributes = []): Wrapper {
  return { start: startTag(tag, attributes), end: `</${tag}>` };
}

const MARK_WRAPPERS = MARKS.map((name) => wrapper(name));

/** The bare element around the text of something that stands on one side. */
function bareWrapper(side: Side): Wrapper {
  return wrapper(side === 'revised' ? 'ins' : 'del');
}

function linkWrapper(href: string): Wrapper {
  return wrapper('a', [[isLinkable(href) ? 'href' : 'data-href', href]]);
}

/** The elements around a run, outermost first. */
function wrappersOf(run: Run, context: Side | null): Wrapper[] {
  const wrappers: Wrapper[] = [];
  if (context) wrappers.push(bareWrapper(context));
  const { edit, format, link } = run;
  if (edit && edit.changeId !== null) {
    const attributes: TagAttributes = [
      ['data-change-id', edit.changeId],
      ['data-move-id', edit.moveId],
    ];
    wrappers.push(wrapper(edit.side === 'revised' ? 'ins' : 'del', attributes));
  }
  if (format) {
    wrappers.push(
      wrapper('span', [
        ['data-change-id', format.changeId],
        ['data-change-type', 'format'],
        ['data-original-marks', writeMarks(format.originalMarks)],
        ['data-original-style', format.originalLook],
      ]),
    );
  }
  if (link) {
    wrappers.push(
      wrapper('span', [
        ['data-change-id', link.changeId],
        ['data-change-type', 'link'],
        ['data-original-href', link.originalHref ?? undefined],
      ]),
    );
  }
  if (run.href !== null) wrappers.push(linkWrapper(run.href));
  if (run.look !== undefined) wrappers.push(wrapper('span', [['data-style', run.look]]));
  for (let index = 0; index < MARKS.length; index++) {
    if (run.marks & (1 << index)) wrappers.push(MARK_WRAPPERS[index]!);
  }
  return wrappers;
}

/** An `img`. One that is not shown links to its address, unless a link is around it already. */
export function writeImage(image: Image, side: Side | null, linked: boolean): string {
  const shown = isShownImage(image.src);
  const tag = startTag('img', [
    ['src', shown ? image.src : undefined],
    ['alt', image.alt],
    ['data-src', shown ? undefined : image.src],
    ['data-side', side ?? undefined],
    ['hidden', side === 'original' ? '' : undefined],
  ]);
  if (linked || shown || !isLinkable(image.src)) return tag;
  const attributes: TagAttributes = [
    ['class', 'image'],
    ['href', image.src],
  ];
  return `${startTag('a', attributes)}${tag}</a>`;
}

/** An image that is a block, in the link that it carries. */
export function writeLinkedImage(image: Image, href: string | undefined): string {
  if (href === undefined) return writeImage(image, null, false);
  const { start, end } = linkWrapper(href);
  return start + writeImage(image, null, true) + end;
}

function writeContent(run: Run, preserved: boolean): string {
  if (run.image) {
    const side = run.edit && run.edit.changeId === null ? run.edit.side : null;
    return writeImage(run.image, side, run.href !== null);
  }
  const text = escapeText(run.text);
  return preserved ? text : text.replaceAll('\n', '<br>');
}

/** Whether no element stands around the run. */
function isBare({ marks, href, look, edit, format, link }: Run): boolean {
  return marks === 0 && href === null && look === undefined && !edit && !format && !link;
}

/**
 * The runs of a text block, in the fewest elements that the order of the grammar allows. `preserved`: line breaks are
 * characters, not `br`. `context`: the side of the standing thing around them.
 */
export function writeRuns(runs: readonly Run[], preserved: boolean, context: Side | null = null): string {
  const [only] = runs;
  if (runs.length === 1 && !context && isBare(only!)) return writeContent(only!, preserved);
  let html = '';
  let open: Wrapper[] = [];
  for (const run of joinRuns(runs)) {
    const wrappers = wrappersOf(run, context);
    let shared = 0;
    while (shared < open.length && open[shared]!.start === wrappers[shared]?.start) shared++;
    for (let depth = open.length - 1; depth >= shared; depth--) html += open[depth]!.end;
    for (let depth = shared; depth < wrappers.length; depth++) html += wrappers[depth]!.start;
    html += writeContent(run, preserved);
    open = wrappers;
  }
  for (let depth = open.length - 1; depth >= 0; depth--) html += open[depth]!.end;
  return html;
}
