import type { ArtifactType } from '../../../shared/api/jobs.ts';
import { FOLLOWED_FORMATS } from '../../pipeline/merge/follow-drafts.ts';
import { characterFaults } from '../../pipeline/inputs/text-position.ts';
import { ServiceError, type Issue } from '../../../shared/errors.ts';
import { pageFormatsOf } from '../pages/page-formats.ts';
import type { ComparisonFacts } from '../../pipeline/inputs/tasks.ts';
import type { Decided, ExportOptions } from '../../exports/artifact.ts';

const CHANGE_ID = /^chg_(\d{6,15})$/;

/** Formats that can become a Word document: the files themselves, or a new document. */
const WORD_FORMATS: ReadonlySet<ComparisonFacts['format']> = new Set(['docx', 'txt', 'html', 'markdown']);
const WORD_TYPES: ReadonlySet<ArtifactType> = new Set(['track_changes_docx', 'resolved_docx']);

/**
 * Checks that an export of this type is possible. Decisions and notes must name existing changes, and texts must be
 * writable. Throws `invalid_request` with every fault.
 */
export function checkExport(
  artifactType: ArtifactType,
  facts: ComparisonFacts,
  options: ExportOptions,
  totalChanges: number,
): void {
  const { accept, reject } = options;
  const { format } = facts;
  const issues: Issue[] = [];
  if (WORD_TYPES.has(artifactType) && !WORD_FORMATS.has(format)) {
    issues.push({
      in: 'body',
      path: '/type',
      message:
        format === 'mixed'
          ? `cannot be ${artifactType} for a comparison of two formats: a Word file is made of two files of one format`
          : `cannot be ${artifactType} for a comparison of ${format}: that is made of ${[...WORD_FORMATS].join(', ')}`,
    });
  }
  if (artifactType === 'undisclosed_json' && format !== 'docx') {
    const message = `cannot be undisclosed_json for a comparison of ${format}: only DOCX files have tracked revisions that declare changes`;
    issues.push({ in: 'body', path: '/type', message });
  }
  if (artifactType === 'evidence_zip') {
    const fault = evidenceFault(facts, options);
    if (fault !== null) issues.push({ in: 'body', ...fault });
  } else if (options.changesOnly !== undefined) {
    issues.push({ in: 'body', path: '/changesOnly', message: `must not be there for ${artifactType}` });
  }
  if (options.page !== undefined && artifactType !== 'resolved_html')
    issues.push({ in: 'body', path: '/page', message: `must not be there for ${artifactType}` });
  if (artifactType === 'negotiation_json') {
    if (options.next === undefined)
      issues.push({ in: 'body', path: '/next', message: 'is required for negotiation_json' });
    if (!FOLLOWED_FORMATS.has(format)) {
      const message = `cannot be negotiation_json for a comparison of ${format}: that follows ${[...FOLLOWED_FORMATS].join(', ')}`;
      issues.push({ in: 'body', path: '/type', message });
    }
  } else if (options.next !== undefined) {
    issues.push({ in: 'body', path: '/next', message: `must not be there for ${artifactType}` });
  }
  if (options.revisions === 'keep') {
    const message = keepFault(artifactType, format, options);
    if (message !== null) issues.push({ in: 'body', path: '/revisions', message });
  }
  if (artifactType === 'marked_pages_pdf') {
    try {
      pageFormatsOf(facts);
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
      issues.push({ in: 'body', path: '/type', message: `cannot be marked_pages_pdf: ${fault.message.slice(0, -1)}` });
    }
  }
  issues.push(...unknownIds('/accept', accept, totalChanges), ...unknownIds('/reject', reject, totalChanges));
  const noted = (options.notes ?? []).map(({ changeId }) => changeId);
  const decided = (options.decidedBy ?? []).map(({ changeId }) => changeId);
  issues.push(
    ...unknownIds('/decidedBy', decided, totalChanges).map((issue) => ({ ...issue, path: `${issue.path}/changeId` })),
    ...unknownIds('/notes', noted, totalChanges).map((issue) => ({ ...issue, path: `${issue.path}/changeId` })),
    ...textFaults(options),
  );
  if (options.date !== undefined && Number.isNaN(Date.parse(options.date))) {
    issues.push({ in: 'body', path: '/date', message: 'is no date of the calendar' });
  }
  if (accept === 'all' && reject === 'all') {
    issues.push({ in: 'body', path: '/reject', message: 'cannot be all when accept is all too' });
  } else if (accept !== 'all' && reject !== 'all') {
    const accepted = new Set(accept);
    const both = reject.findIndex((id) => accepted.has(id));
    if (both >= 0) issues.push({ in: 'body', path: `/reject/${both}`, message: 'is accepted as well' });
  }
  if (issues.length === 0) return;
  const [first] = issues;
  throw new ServiceError('invalid_request', `${first!.path} ${first!.message}.`, { issues: issues.slice(0, 20) });
}

/** Why there can be no evidence pack; null if there can. */
function evidenceFault(
  { settings, complexity, convertedFrom }: ComparisonFacts,
  { accept, reject }: ExportOptions,
): Pick<Issue, 'path' | 'message'> | null {
  const cannot = (message: string) => ({ path: '/type', message: `cannot be evidence_zip: ${message}` });
  if (accept.length + reject.length > 0) {
    const path = accept.length > 0 ? '/accept' : '/reject';
    return { path, message: 'must not be there for evidence_zip, which proves the comparison and no decision' };
  }
  if (settings === undefined || complexity === undefined)
    return cannot('an earlier version stored the comparison without its settings. Compare the files again');
  // The file that was given is not kept.
  if (convertedFrom !== undefined)
    return cannot(
      `the service keeps the DOCX of a converted ${Object.values(convertedFrom)[0]!.toUpperCase()}, and not the file itself. Use diffsvc evidence`,
    );
  return null;
}

/** Why an export cannot keep the revisions of its inputs; null if it can. */
function keepFault(type: ArtifactType, format: ComparisonFacts['format'], options: ExportOptions): string | null {
  if (type !== 'track_changes_docx') return `cannot be keep for ${type}: only track_changes_docx keeps revisions`;
  if (format !== 'docx') return `cannot be keep for a comparison of ${format}: only DOCX files have tracked revisions`;
  const isDecided = options.accept.length + options.reject.length > 0;
  return isDecided ? 'cannot be keep beside decisions: leave out accept and reject' : null;
}

function unknownIds(path: string, decided: Decided, totalChanges: number): Issue[] {
  if (decided === 'all') return [];
  return decided.flatMap((id, index): Issue[] => {
    const number = Number(CHANGE_ID.exec(id)?.[1] ?? 0);
    if (number >= 1 && number <= totalChanges) return [];
    return [
      { in: 'body', path: `${path}/${index}`, message: `is no change of this comparison, which has ${totalChanges}` },
    ];
  });
}

/** Characters that XML 1.0 forbids in the author of a revision. */
const CONTROL = /\p{Cc}/u;

/** Faults of the texts of an order. Nothing else checks them before a file has them. */
function textFaults({ author, reviewer, names, decidedBy = [], notes = [], passages = [] }: ExportOptions): Issue[] {
  const texts: (readonly [path: string, text: string | undefined])[] = [
    ['/author', author],
    ['/reviewer', reviewer],
    ['/names/original', names?.original],
    ['/names/revised', names?.revised],
    ...decidedBy.map(({ name }, at) => [`/decidedBy/${at}/name`, name] as const),
    ...passages.map(({ quote }, at) => [`/passages/${at}/quote`, quote] as const),
  ];
  for (const [name, noted] of [
    ['notes', notes],
    ['passages', passages],
  ] as const) {
    for (const [at, { messages }] of noted.entries())
      for (const [place, { text }] of messages.entries()) texts.push([`/${name}/${at}/messages/${place}/text`, text]);
  }
  const issues = texts.flatMap(([path, text = '']) =>
    characterFaults(text).map((message): Issue => ({ in: 'body', path, message })),
  );
  if (author !== undefined && CONTROL.test(author)) {
    issues.push({ in: 'body', path: '/author', message: 'has a control character, such as a line break' });
  }
  return issues;
}
