/** What a kind of adversarial input is. */
import type { PairFormat } from '../../oracle/input-pairs.ts';

/** Both texts of a generated input. */
export interface GeneratedTexts {
  readonly original: string;
  readonly revised: string;
}

/** One kind of generated input. `size` counts what the name says. */
export interface AdversarialInput {
  readonly name: string;
  readonly format: PairFormat;
  /** Of a full run: 100,000 words a side or what else the bars name. Its double is compared too. */
  readonly size: number;
  readonly quickSize: number;
  /** Whether the peers are measured too. On the other inputs they take minutes or much memory, and show nothing new. */
  readonly besidePeers?: true;
  readonly make: (size: number, random: () => number) => GeneratedTexts;
}
