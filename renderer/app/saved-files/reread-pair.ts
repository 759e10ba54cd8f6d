import type { Side } from '../../../shared/document/model.ts';
import { readInputFile } from '../../files/read-input-file.ts';
import { ownFailure } from '../comparison/failure.ts';
import type { Failure } from '../../frame/failure.ts';
import { BOTH_SIDES, type Pair, type PairSide } from '../comparison/pair.ts';
import { appMessages } from '../../strings/app.ts';
import type { FileSource } from './file-source.ts';

/** The pair with the current files on the disk. Null if one cannot be read; `failed` receives the reason. */
export async function rereadPair(
  files: FileSource,
  pair: Pair,
  failed: (failure: Failure) => void,
): Promise<Pair | null> {
  const sides: Partial<Record<Side, PairSide>> = {};
  for (const side of BOTH_SIDES) {
    const now = await rereadSide(files, pair[side]);
    if ('message' in now) {
      failed(now);
      return null;
    }
    sides[side] = now;
  }
  return { ...pair, ...sides };
}

async function rereadSide(files: FileSource, side: PairSide): Promise<PairSide | Failure> {
  if (side.reference === null || files.knows?.(side.reference) === false) return side;
  const reading = await files.readFile(side.reference);
  if (reading.outcome === 'failed') return ownFailure(reading.message);
  const { name, reference, bytes } = reading.file;
  const outcome = await readInputFile(new Blob([bytes]), name);
  if (!outcome.ok) return ownFailure(appMessages.textFault(outcome.fault, name));
  const [text, document] = 'document' in outcome ? ['', outcome.document] : [outcome.text, null];
  return { name, text, document, reference };
}
