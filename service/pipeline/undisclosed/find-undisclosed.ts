/**
 * Finds what a returned DOCX changed without marking it. What its own revisions declare is taken back first. Whatever
 * still differs from the sent document is undisclosed.
 */
import type { Change } from '../../../shared/change/change.ts';
import { describeItem } from '../../../shared/change/describe-uncompared.ts';
import type { UndisclosedEdits, UndisclosedItem } from '../../../shared/change/undisclosed.ts';
import { INCLUDES } from '../../../shared/api/include.ts';
import { openWordPackage } from '../../ooxml/package.ts';
import { resolvePackage } from '../../redline/verify/resolve-package.ts';
import { partsThatDiffer, THREADS, threadsDiffer } from '../../redline/verify/untracked-parts.ts';
import { TargetIdentity } from '../../redline/package/target-identity.ts';
import { compareFiles } from '../compare/compare-files.ts';
import { quotedText, sentenceOfChange } from '../words/sentence-of-change.ts';
import { faultOfSide } from '../inputs/fault-of-side.ts';
import { differingLetters, invisibleIn, looksAlike, visibleText } from './characters.ts';
import { concealedIn, CONCEALMENTS, type Concealment } from './concealments.ts';
import { declaredRevisions, declarationKeys, withoutNewRevisions } from './own-revisions.ts';

/** The name of properties among the parts. Each property has an item of its own. */
const PROPERTIES_PART = 'title and other properties of the document';

/** The undisclosed edits of a returned DOCX. Throws the readers' `ServiceError` with the failing side. */
export async function findUndisclosed(sent: Uint8Array, returned: Uint8Array): Promise<UndisclosedEdits> {
  const known = await ofSide('original', () => declarationKeys(sent));
  const before = await ofSide('original', () => resolvePackage(sent, 'revised'));
  const after = await ofSide('revised', () => withoutNewRevisions(returned, known));
  const comparison = await compareFiles({
    formats: { original: 'docx', revised: 'docx' },
    original: before,
    revised: after,
    mode: 'word',
    attributeMode: 'semantic',
    include: INCLUDES,
    complexity: 'extended',
  });
  const { changes } = comparison.page(0, Number.MAX_SAFE_INTEGER);
  const items = changes.flatMap((change) => itemOf(change) ?? []);
  items.push(...(await concealments(before, after, items)));
  for (const item of comparison.uncompared?.items ?? [])
    if (item.differs) items.push({ kind: 'outside_text', sentence: describeItem(item) });
  const [own, other] = [await openWordPackage(before), await openWordPackage(after)];
  const parts = [...partsThatDiffer(own, other, new TargetIdentity()), ...(threadsDiffer(own, other) ? [THREADS] : [])];
  for (const part of parts)
    if (part !== PROPERTIES_PART) items.push({ kind: 'part', sentence: `Differs without being marked: ${part}.` });
  return {
    schemaVersion: 'diffsvc.undisclosed.v1',
    differs: items.length > 0,
    items,
    declared: await declaredRevisions(returned, known),
  };
}

async function ofSide<T>(side: 'original' | 'revised', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    throw faultOfSide(side, fault);
  }
}

/** The item of a change. Page numbers of a table of contents are computed anew by every program, so they are none. */
function itemOf(change: Change): UndisclosedItem | null {
  if (change.group === 'table_of_contents') return null;
  const before = 'before' in change ? change.before.text : '';
  const after = 'after' in change ? change.after.text : '';
  const where = change.location.sectionTitle;
  const item = { ...(where !== undefined && { where }), change };
  if (before !== after && visibleText(before) === visibleText(after)) {
    const signs = [...new Set([...invisibleIn(before), ...invisibleIn(after)])].join(', ');
    return {
      kind: 'invisible_characters',
      sentence: `Invisible characters changed in “${quotedText(visibleText(after) || before)}”: ${signs}.`,
      ...item,
    };
  }
  if (looksAlike(before, after)) {
    const letters = differingLetters(before, after);
    return {
      kind: 'look_alike_letters',
      sentence: `“${quotedText(after)}” looks like “${quotedText(before)}” and is not${letters === '' ? '' : `: ${letters}`}.`,
      ...item,
    };
  }
  return { kind: 'change', sentence: sentenceOfChange(change), ...item };
}

const ADDED: Readonly<Record<Concealment, string>> = {
  hidden_text: 'Hidden text is there now',
  white_text: 'White text is there now',
  tiny_text: 'Text too small to read is there now',
  invisible_characters: 'Invisible characters are there now',
  field_code: 'The code of a field is now',
  property: 'A property of the document is now',
  setting: 'A setting is there now',
};
const REMOVED: Readonly<Record<Concealment, string>> = {
  hidden_text: 'Hidden text is shown now, or gone',
  white_text: 'White text is no longer white, or gone',
  tiny_text: 'Tiny text is larger now, or gone',
  invisible_characters: 'Invisible characters are gone',
  field_code: 'The code of a field was',
  property: 'A property of the document was',
  setting: 'A setting is gone',
};

/** What only one file conceals. `listed` are the items so far; an invisible character among them is not named twice. */
async function concealments(
  before: Uint8Array,
  after: Uint8Array,
  listed: readonly UndisclosedItem[],
): Promise<UndisclosedItem[]> {
  const [own, other] = [await concealedIn(before), await concealedIn(after)];
  const items: UndisclosedItem[] = [];
  const isListed = listed.some(({ kind }) => kind === 'invisible_characters');
  for (const kind of CONCEALMENTS) {
    if (kind === 'invisible_characters' && isListed) continue;
    const [removed, added] = onlyOnOneSide(own[kind], other[kind]);
    for (const text of removed) items.push({ kind, sentence: `${REMOVED[kind]}: “${quotedText(text)}”.` });
    for (const text of added) items.push({ kind, sentence: `${ADDED[kind]}: “${quotedText(text)}”.` });
  }
  return items;
}

function onlyOnOneSide(a: readonly string[], b: readonly string[]): [removed: string[], added: string[]] {
  const minus = (from: readonly string[], taken: readonly string[]): string[] => {
    const left = new Map<string, number>();
    for (const text of taken) left.set(text, (left.get(text) ?? 0) + 1);
    return from.filter((text) => {
      const count = left.get(text) ?? 0;
      left.set(text, count - 1);
      return count <= 0;
    });
  };
  return [minus(a, b), minus(b, a)];
}
