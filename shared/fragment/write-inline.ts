import { comparedPicture, MARKS, type Image, type Run, type Side } from '../document/model.ts';
import { joinRuns } from '../document/runs.ts';
import { writeMarks } from './notation.ts';
import { isLinkable, isShownImage } from './safe-url.ts';
import { escapeText } from '../escape-html.ts';
import { attribute, startTag } from './write-tag.ts';

/** One inline element around a run. Neighbouring runs share the elements whose start tags are equal. */
interface Wrapper {
  readonly start: string;
  readonly end: string;
}

function wrapper(tag: string, attributes = ''): Wrapper {
  return { start: startTag(tag, attributes), end: `</${tag}>` };
}

const MARK_WRAPPERS = MARKS.map((name) => wrapper(name));

/** The plain elements around the text of a one-sided thing. */
const BARE_WRAPPERS: Readonly<Record<Side, Wrapper>> = { original: wrapper('del'), revised: wrapper('ins') };

function linkWrapper(href: string): Wrapper {
  return wrapper('a', attribute(isLinkable(href) ? 'href' : 'data-href', href));
}

function linkChangeWrapper({ changeId, originalHref }: NonNullable<Run['link']>): Wrapper {
  const attributes =
    attribute('data-change-id', changeId) +
    attribute('data-change-type', 'link') +
    attribute('data-original-href', originalHref ?? undefined);
  return wrapper('span', attributes);
}

/** Wrappers of links. Neighbouring runs mostly share a link, whose address may be long and is processed once. */
class LinkWrappers {
  #href: string | undefined;
  #link: Wrapper | undefined;
  #changeId: string | undefined;
  #change: Wrapper | undefined;

  of(href: string): Wrapper {
    if (this.#link === undefined || href !== this.#href) this.#link = linkWrapper(href);
    this.#href = href;
    return this.#link;
  }

  ofChange(link: NonNullable<Run['link']>): Wrapper {
    if (this.#change === undefined || link.changeId !== this.#changeId) this.#change = linkChangeWrapper(link);
    this.#changeId = link.changeId;
    return this.#change;
  }
}

/** The elements around a run, outermost first. */
function wrappersOf(run: Run, context: Side | null, links: LinkWrappers): Wrapper[] {
  const wrappers: Wrapper[] = [];
  if (context) wrappers.push(BARE_WRAPPERS[context]);
  const { edit, format, link } = run;
  if (edit && edit.changeId !== null) {
    const attributes = attribute('data-change-id', edit.changeId) + attribute('data-move-id', edit.moveId);
    wrappers.push(wrapper(edit.side === 'revised' ? 'ins' : 'del', attributes));
  }
  if (format) {
    const attributes =
      attribute('data-change-id', format.changeId) +
      attribute('data-change-type', 'format') +
      attribute('data-original-marks', writeMarks(format.originalMarks)) +
      attribute('data-original-style', format.originalLook);
    wrappers.push(wrapper('span', attributes));
  }
  if (link) wrappers.push(links.ofChange(link));
  if (run.href !== null) wrappers.push(links.of(run.href));
  if (run.look !== undefined) wrappers.push(wrapper('span', attribute('data-style', run.look)));
  for (let index = 0; index < MARKS.length; index++) {
    if (run.marks & (1 << index)) wrappers.push(MARK_WRAPPERS[index]!);
  }
  return wrappers;
}

/** The size and the digest of a compared picture. */
function pictureAttributes({ width, height, sha256 }: Image): string {
  return attribute('width', width) + attribute('height', height) + attribute('data-digest', sha256);
}

/** An `img`. An image that is not shown links to its address, unless it is already in a link. */
function writeImage(image: Image, side: Side | null, linked: boolean, isCompared = false): string {
  const shown = isShownImage(image.src);
  const tag = startTag(
    'img',
    attribute('src', shown ? image.src : undefined) +
      attribute('alt', image.alt) +
      attribute('data-src', shown ? undefined : image.src) +
      (isCompared ? pictureAttributes(image) : '') +
      attribute('data-side', side ?? undefined) +
      attribute('hidden', side === 'original' ? '' : undefined),
  );
  if (linked || shown || !isLinkable(image.src)) return tag;
  return `${startTag('a', attribute('class', 'image') + attribute('href', image.src))}${tag}</a>`;
}

/** An image block in the link that it carries. */
export function writeLinkedImage(image: Image, href: string | undefined): string {
  if (href === undefined) return writeImage(image, null, false);
  const { start, end } = linkWrapper(href);
  return start + writeImage(image, null, true) + end;
}

function writeContent(run: Run, preserved: boolean): string {
  if (run.image) {
    const side = run.edit && run.edit.changeId === null ? run.edit.side : null;
    return writeImage(run.image, side, run.href !== null, comparedPicture(run) !== undefined);
  }
  const text = escapeText(run.text);
  return preserved ? text : text.replaceAll('\n', '<br>');
}

/** Whether a run needs no element around it. */
function isBare({ marks, href, look, edit, format, link }: Run): boolean {
  return marks === 0 && href === null && look === undefined && !edit && !format && !link;
}

/**
 * The runs of a text block, in the fewest elements that the order of the grammar allows. `preserved`: line breaks are
 * characters, not `br`. `context`: the side of the one-sided thing around them.
 */
export function writeRuns(runs: readonly Run[], preserved: boolean, context: Side | null = null): string {
  const [only] = runs;
  if (runs.length === 1 && isBare(only!) && only!.text !== '') {
    const content = writeContent(only!, preserved);
    return context ? BARE_WRAPPERS[context].start + content + BARE_WRAPPERS[context].end : content;
  }
  let html = '';
  const links = new LinkWrappers();
  let open: Wrapper[] = [];
  for (const run of joinRuns(runs)) {
    const wrappers = wrappersOf(run, context, links);
    let shared = 0;
    while (shared < open.length && open[shared]!.start === wrappers[shared]?.start) shared++;
    let tags = '';
    for (let depth = open.length - 1; depth >= shared; depth--) tags += open[depth]!.end;
    for (let depth = shared; depth < wrappers.length; depth++) tags += wrappers[depth]!.start;
    html += tags + writeContent(run, preserved);
    open = wrappers;
  }
  for (let depth = open.length - 1; depth >= 0; depth--) html += open[depth]!.end;
  return html;
}
