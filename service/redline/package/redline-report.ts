import type { Warning } from '../../../shared/document/model.ts';

/** What the caller learns about a redline besides its bytes. */
export class RedlineReport {
  /** Number of blocks that are replaced as a whole. */
  degradedBlocks = 0;
  /** Names of elements that differ and that no revision can show. */
  readonly untrackable = new Set<string>();
  readonly #warnings = new Map<string, string>();

  /** Adds a warning. Each code is reported once. */
  warn(code: string, message: string): void {
    if (!this.#warnings.has(code)) this.#warnings.set(code, message);
  }

  /** Records a difference that no revision can show. */
  addUntrackable(elementName: string): void {
    this.untrackable.add(elementName);
    this.warn('not_trackable', `Something that no revision can show differs (${elementName}); the original's stays.`);
  }

  get warnings(): Warning[] {
    const warnings = [...this.#warnings].map(([code, message]) => ({ code, message }));
    if (this.degradedBlocks > 0)
      warnings.push({
        code: 'blocks_degraded',
        message: `${this.degradedBlocks} blocks are replaced as a whole instead of in detail.`,
      });
    return warnings;
  }
}
