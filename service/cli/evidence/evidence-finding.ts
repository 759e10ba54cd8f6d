/** What the check of an evidence pack finds. */
import { isDeepStrictEqual } from 'node:util';
import { EVIDENCE_CHECKS as CHECKS } from '../strings/evidence.ts';

/** One thing that was checked. */
export interface EvidenceFinding {
  readonly check: string;
  /** Null if it could not be checked here. */
  readonly holds: boolean | null;
  /** What the pack says, if it does not hold. */
  readonly pack?: unknown;
  /** What was calculated anew, if it does not hold. Null if there is nothing. */
  readonly calculated?: unknown;
}

/** Compares a value of a pack with the value that was calculated anew. */
export function findingOf(check: string, pack: unknown, calculated: unknown): EvidenceFinding {
  if (isDeepStrictEqual(pack, calculated)) return { check, holds: true };
  return { check, holds: false, pack: pack ?? null, calculated: calculated ?? null };
}

/** Whether everything holds. Null if nothing is broken, and something could not be checked. */
export function allHold(findings: readonly EvidenceFinding[]): boolean | null {
  if (findings.some(({ holds }) => holds === false)) return false;
  return findings.every(({ holds }) => holds === true) ? true : null;
}

/** A finding as a line for a person, with both values if it does not hold. */
export function describeFinding({ check, holds, pack, calculated }: EvidenceFinding): string {
  if (holds !== false) return `${holds ? 'holds ' : 'unread'}  ${check}`;
  return `broken  ${check}${CHECKS.values(JSON.stringify(pack), JSON.stringify(calculated))}`;
}
