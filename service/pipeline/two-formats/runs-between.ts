import type { Run, TextBlock } from '../../../shared/document/model.ts';

/** The runs of a text between two UTF-16 offsets. */
export function runsBetween({ runs }: TextBlock, start: number, end: number): Run[] {
  let offset = 0;
  return runs.flatMap((run): Run[] => {
    const [from, to] = [Math.max(start, offset), Math.min(end, offset + run.text.length)];
    const text = run.text.slice(from - offset, Math.max(from, to) - offset);
    offset += run.text.length;
    return text === '' ? [] : [{ ...run, text }];
  });
}
