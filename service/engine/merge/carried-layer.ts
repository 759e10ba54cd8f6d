/** The carried layer of a text block: content that is shown and not compared. */
import {
  CODE_BIT,
  isCarried,
  type Attributes,
  type CarriedLayer,
  type Run,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { sameAttributes } from '../../../shared/document/same-block.ts';
import { RunCursor } from '../text/run-cursor.ts';

/** Layer of a plain block. Offsets refer to its text; ranges are maximal. */
function carriedLayerOf(attributes: Attributes, runs: readonly Run[]): CarriedLayer {
  const code: [number, number][] = [];
  const images: CarriedLayer['images'][number][] = [];
  let at = 0;
  for (const run of runs) {
    if (run.image !== undefined && isCarried(run)) {
      images.push({ at, image: run.image, ...(run.href === null ? {} : { href: run.href }) });
      continue;
    }
    const end = at + run.text.length;
    if ((run.marks & CODE_BIT) !== 0) {
      const last = code.at(-1);
      if (last !== undefined && last[1] === at) last[1] = end;
      else code.push([at, end]);
    }
    at = end;
  }
  return { attributes, code, images };
}

/** The original's layer, if rejecting every change of the merged runs would not restore it. */
export function carriedNote(a: TextBlock, attributes: Attributes, merged: readonly Run[]): CarriedLayer | undefined {
  const own = carriedLayerOf(a.attributes, a.runs);
  const onOriginal = merged.filter((run) => run.edit?.side !== 'revised');
  const kept = carriedLayerOf(attributes, onOriginal);
  const links = carriedLinks(a.runs, onOriginal);
  if (links.length > 0) return { ...own, links };
  return sameLayer(own, kept) ? undefined : own;
}

/** The addresses of the original that no change restores. Ranges are maximal. */
function carriedLinks(originals: readonly Run[], merged: readonly Run[]): NonNullable<CarriedLayer['links']> {
  const links: [number, number, string][] = [];
  if (originals.every(({ href }) => href === null)) return links;
  const cursor = new RunCursor(originals);
  let at = 0;
  for (const run of merged) {
    if (run.text === '') continue;
    const restored = run.link === undefined ? run.href : run.link.originalHref;
    for (const { text, href } of cursor.take(at + run.text.length)) {
      const end = at + text.length;
      if (text !== '' && href !== null && href !== restored) {
        const last = links.at(-1);
        if (last !== undefined && last[1] === at && last[2] === href) last[1] = end;
        else links.push([at, end, href]);
      }
      at = end;
    }
  }
  return links;
}

function sameLayer(x: CarriedLayer, y: CarriedLayer): boolean {
  return (
    sameAttributes(x.attributes, y.attributes) &&
    x.code.length === y.code.length &&
    x.code.every((range, i) => range[0] === y.code[i]![0] && range[1] === y.code[i]![1]) &&
    x.images.length === y.images.length &&
    x.images.every((entry, i) => {
      const other = y.images[i]!;
      return (
        entry.at === other.at &&
        entry.href === other.href &&
        entry.image.src === other.image.src &&
        entry.image.alt === other.image.alt
      );
    })
  );
}
