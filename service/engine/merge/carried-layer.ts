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
  const kept = carriedLayerOf(
    attributes,
    merged.filter((run) => run.edit?.side !== 'revised'),
  );
  return sameLayer(own, kept) ? undefined : own;
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
