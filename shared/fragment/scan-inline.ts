import { MARKS, PICTURE, type Image, type Run, type Side } from '../document/model.ts';
import type { Cursor, Tag } from './cursor.ts';
import { readMarks } from './notation.ts';

/** The format that the open elements around a place define for a run there. */
type Format = Omit<Run, 'text' | 'image'>;

const PLAIN: Format = { marks: 0, href: null };

const DIGEST = /^[0-9a-f]{64}$/;
/** A displayed size: no sign, no exponent, at most two decimals. */
const SIZE = /^\d{1,9}(?:\.\d{1,2})?$/;

function scanEdit(tag: Tag, side: Side, format: Format, cursor: Cursor): Format {
  const changeId = tag.attributes.get('data-change-id');
  // No id: the text belongs to a one-sided thing. Writing it again checks that.
  if (changeId === undefined) return { ...format };
  if (changeId === '' || format.edit) cursor.fail('one edit around a text', tag.offset);
  const moveId = tag.attributes.get('data-move-id');
  return { ...format, edit: moveId === undefined ? { side, changeId } : { side, changeId, moveId } };
}

function scanSpan({ attributes, offset }: Tag, format: Format, cursor: Cursor): Format {
  const look = attributes.get('data-style');
  if (look !== undefined) return { ...format, look: look || cursor.fail('a style', offset) };
  const changeId = attributes.get('data-change-id') || cursor.fail('a change id', offset);
  switch (attributes.get('data-change-type')) {
    case 'format': {
      const originalMarks = readMarks(attributes.get('data-original-marks') ?? cursor.fail('marks', offset));
      if (originalMarks === null) cursor.fail('the names of marks', offset);
      const originalLook = attributes.get('data-original-style');
      return {
        ...format,
        format: { changeId, originalMarks, ...(originalLook !== undefined && { originalLook }) },
      };
    }
    case 'link':
      return { ...format, link: { changeId, originalHref: attributes.get('data-original-href') ?? null } };
    default:
      return cursor.fail('a change of format or link', offset);
  }
}

/** The format inside an inline element. */
function scanFormat(tag: Tag, format: Format, cursor: Cursor): Format {
  switch (tag.name) {
    case 'ins':
      return scanEdit(tag, 'revised', format, cursor);
    case 'del':
      return scanEdit(tag, 'original', format, cursor);
    case 'span':
      return scanSpan(tag, format, cursor);
    case 'a': {
      const href = tag.attributes.get('href') ?? tag.attributes.get('data-href');
      return { ...format, href: href ?? cursor.fail('an address', tag.offset) };
    }
    default: {
      const index = (MARKS as readonly string[]).indexOf(tag.name);
      if (index < 0) cursor.fail('an inline element', tag.offset);
      return { ...format, marks: format.marks | (1 << index) };
    }
  }
}

/** The image of an `img` tag, and the side that has it. */
export function scanImage(tag: Tag, cursor: Cursor): { image: Image; side: Side | null } {
  const { attributes } = tag;
  const src = attributes.get('src') ?? attributes.get('data-src') ?? cursor.fail('the address of an image', tag.offset);
  const alt = attributes.get('alt') ?? cursor.fail('the text of an image', tag.offset);
  return { image: { src, alt }, side: readSide(attributes.get('data-side')) };
}

/** A side by its name. */
export function readSide(name: string | undefined): Side | null {
  return name === 'original' || name === 'revised' ? name : null;
}

/** The size and the digest of a compared picture. */
function scanPicture({ attributes, offset }: Tag, sha256: string, cursor: Cursor): Omit<Image, 'src' | 'alt'> {
  if (!DIGEST.test(sha256)) cursor.fail('a SHA-256', offset);
  const sizeOf = (name: string): number | undefined => {
    const size = attributes.get(name);
    if (size === undefined) return undefined;
    return SIZE.test(size) ? Number(size) : cursor.fail('a size in pixels', offset);
  };
  const [width, height] = [sizeOf('width'), sizeOf('height')];
  return { sha256, ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}

function imageRun(tag: Tag, format: Format, cursor: Cursor): Run {
  const { image, side } = scanImage(tag, cursor);
  const digest = tag.attributes.get('data-digest');
  if (digest !== undefined)
    return { text: PICTURE, ...format, image: { ...image, ...scanPicture(tag, digest, cursor) } };
  return side ? { text: '', ...format, image, edit: { side, changeId: null } } : { text: '', ...format, image };
}

/** The runs up to the end tag of a text block, which is passed. */
export function scanRuns(cursor: Cursor, blockTag: string): Run[] {
  const runs: Run[] = [];
  const open: { readonly name: string; readonly around: Format }[] = [];
  let format = PLAIN;
  let text = '';
  const finish = (): void => {
    if (text !== '') runs.push({ text, ...format });
    text = '';
  };
  for (;;) {
    text += cursor.text();
    const tag = cursor.tag();
    if (!tag.end && tag.name === 'br') {
      text += '\n';
      continue;
    }
    finish();
    if (tag.end) {
      const top = open.pop();
      if (tag.name !== (top?.name ?? blockTag)) cursor.fail(`</${top?.name ?? blockTag}>`, tag.offset);
      if (!top) return runs;
      format = top.around;
    } else if (tag.name === 'img') {
      runs.push(imageRun(tag, format, cursor));
    } else if (tag.name === 'a' && tag.attributes.get('class') === 'image') {
      // This is no link of the document, but the link to an image that is not shown.
      const image = cursor.tag();
      if (image.name !== 'img') cursor.fail('an image', image.offset);
      runs.push(imageRun(image, format, cursor));
      cursor.endOf('a');
    } else {
      open.push({ name: tag.name, around: format });
      format = scanFormat(tag, format, cursor);
    }
  }
}
