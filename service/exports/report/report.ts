/** The content of a report: who compared what, every change with its decision and notes, and what was left out. */
import { DETAILS } from '../../../shared/api/details.ts';
import type { ComparisonDigests } from '../../../shared/api/digests.ts';
import type { ExportRequest } from '../../../shared/api/jobs.ts';
import { unitCountsOf, type UnitCounts } from '../../../shared/change/unit-counts.ts';
import type { Outcome } from '../../../shared/change/uncompared.ts';
import type { Block } from '../../../shared/document/model.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { Verdicts, type Decisions } from '../../../shared/fragment/decisions.ts';
import { unitsOf, type Unit } from '../../../shared/fragment/units.ts';
import type { ComparisonFormat } from '../../../shared/formats.ts';
import type { Rule } from '../../../shared/signals/rule.ts';
import { titleOf } from '../../../shared/signals/rules.ts';
import { PageSource } from '../../engine/changes/page-source.ts';
import type { ReturnedFile } from '../../pipeline/undisclosed/returned-file.ts';
import { detailing } from '../../pipeline/compare/details-of-changes.ts';
import type { Declaration } from '../../pipeline/declared/declaration.ts';
import type { Attention } from './attention.ts';
import { unitWords, wordsOf, type ChangeWords } from './change-words.ts';
import { wordsOfComments } from './comment-words.ts';
import { placesOfChanges } from './places-of-changes.ts';

/** The messages of one note, oldest first. */
export type ReportNotes = NonNullable<ExportRequest['notes']>[number]['messages'];

/** What a report is made of. */
export interface ReportInput extends Pick<ExportRequest, 'reviewer' | 'decidedBy' | 'notes' | 'passages'> {
  readonly title: string;
  /** File names; undefined: unknown. */
  readonly names?: ExportRequest['names'] | undefined;
  readonly format: ComparisonFormat;
  readonly fallback: boolean;
  /** Null if unknown. */
  readonly digests: ComparisonDigests | null;
  readonly outcome: Outcome;
  /** The undecided blocks of the comparison. */
  readonly blocks: readonly Block[];
  readonly decisions: Decisions;
  /** For a DOCX that declares changes of its own. */
  readonly returned?: ReturnedFile | null | undefined;
  /** Rules beside the shipped ones. */
  readonly rules?: readonly Rule[] | undefined;
  /** ISO 8601 in UTC without fractions. */
  readonly date: string;
}

/** One row of the list of changes: a unit of decision. */
export interface ReportChange extends ChangeWords {
  /** The id of its first change. */
  readonly id: string;
  /** Headings around it, outermost first, then the number of its clause. */
  readonly place: readonly string[];
  readonly decision: 'accepted' | 'rejected' | 'undecided';
  /** Who decided, if it was not the reviewer; undefined for an undecided change. */
  readonly decidedBy: string | undefined;
  readonly notes: ReportNotes;
  readonly tags: readonly string[];
  /** What a careful reader looks at first, by the title of its rule. */
  readonly signals: readonly { readonly title: string; readonly text: string }[];
  /** Who declared it; undefined for nobody, or for several authors. */
  readonly declaredBy: Declaration | undefined;
  /** Whether it changes only page numbers of a table of contents. */
  readonly inContents: boolean;
}

/** A report as data. */
export interface Report extends Omit<
  ReportInput,
  'blocks' | 'decidedBy' | 'decisions' | 'notes' | 'passages' | 'returned' | 'rules'
> {
  /** What the comparison found, by units of decision. */
  readonly units: UnitCounts;
  readonly counts: Readonly<Record<ReportChange['decision'] | 'notes', number>>;
  readonly changes: readonly ReportChange[];
  readonly passages: NonNullable<ExportRequest['passages']>;
  readonly attention: Attention;
}

const DECISIONS = { revised: 'accepted', original: 'rejected' } as const;

/** The report of a comparison. The same input gives the same report. */
export function reportOf({
  blocks,
  decisions,
  decidedBy = [],
  notes = [],
  passages = [],
  returned,
  rules = [],
  ...facts
}: ReportInput): Report {
  const verdicts = new Verdicts(() => changeIdsOf(blocks), decisions);
  const source = new PageSource(
    blocks,
    { source: {}, revised: {} },
    { format: facts.format, engine: 'document', fallback: facts.fallback, attributeMode: 'semantic' },
  );
  const deciders = new Map(decidedBy.map(({ changeId, name }) => [changeId, name]));
  const noteOf = new Map(notes.map((note) => [note.changeId, note]));
  const page = detailing(blocks, DETAILS, rules)(source.page(0, Number.MAX_SAFE_INTEGER));
  const places = placesOfChanges(blocks);
  const titles = new Map(rules.map(({ rule, title }) => [rule, title]));
  const texts = new Map(
    [...(page.source?.blocks ?? []), ...(page.revised?.blocks ?? [])].map(({ id, text }) => [id, text]),
  );
  const comments = wordsOfComments(blocks);
  const all = page.changes.map((change): ReportChange => {
    const side = verdicts.sideOf(change.id);
    const note = noteOf.get(change.id);
    const own = wordsOf(change, (blockId) => texts.get(blockId));
    return {
      ...(comments.get(change.id)?.(own) ?? own),
      signals: (change.signals ?? []).map(({ rule, text }) => ({ title: titles.get(rule) ?? titleOf(rule), text })),
      declaredBy: returned?.declared.get(change.id),
      inContents: change.group === 'table_of_contents',
      id: change.id,
      place: places.get(change.id) ?? change.location.headingPath ?? [],
      decision: side === null ? 'undecided' : DECISIONS[side],
      decidedBy: side === null ? undefined : deciders.get(change.id),
      notes: note?.messages ?? [],
      tags: note?.tags ?? [],
    };
  });
  const units = unitsOf(blocks);
  const byId = new Map(all.map((change) => [change.id, change]));
  const isSaid = (id: string): boolean => comments.get(id) !== null;
  const changes = units.all.flatMap((unit) => rowOf(unit, byId, isSaid));
  const counts = { accepted: 0, rejected: 0, undecided: 0, notes: passages.length };
  for (const change of changes) {
    counts[change.decision] += 1;
    if (change.notes.length > 0) counts.notes += 1;
  }
  const { groups = [], references = [] } = page;
  const attention = { groups, references, undisclosed: returned?.undisclosed };
  return { ...facts, units: unitCountsOf(source.summary), counts, changes, passages, attention };
}

/**
 * The row of a unit. One of several changes has the notes of all of them, and is undecided unless all are decided alike.
 * `isSaid`: whether the words of a change are not in those of another one.
 */
function rowOf(
  { kind, changeIds }: Unit,
  byId: ReadonlyMap<string, ReportChange>,
  isSaid: (changeId: string) => boolean,
): ReportChange[] {
  const members = changeIds.flatMap((id) => byId.get(id) ?? []);
  const [first] = members;
  if (first === undefined || kind === 'single') return members;
  const isAlike = members.every(({ decision }) => decision === first.decision);
  return [
    {
      ...first,
      ...unitWords(
        kind,
        members.filter(({ id }) => isSaid(id)),
      ),
      decision: isAlike ? first.decision : 'undecided',
      decidedBy: isAlike ? first.decidedBy : undefined,
      notes: members.flatMap(({ notes }) => notes),
      tags: [...new Set(members.flatMap(({ tags }) => tags))],
      signals: members.flatMap(({ signals }) => signals),
    },
  ];
}
