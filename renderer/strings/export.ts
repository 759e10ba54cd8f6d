import { sayOf, type Under } from './say.ts';
import { momentWords } from './words.ts';
import { exporting as texts } from './english/export.ts';

const say = /* @__PURE__ */ sayOf(texts);

type ExportKind = Exclude<Under<typeof texts, 'kind'>, `${string}.about`>;

/** What the last check reads of a file; a document by default. */
const READ_AGAIN: Partial<Record<ExportKind, Under<typeof texts, 'readAgain'>>> = {
  redline_docx: 'redline',
  redline_pdf: 'paper',
  report_pdf: 'report',
  report_html: 'report',
  review_html: 'review',
};

interface ExportText {
  readonly name: string;
  readonly about: string;
}

/** What an evidence pack of changes alone holds, with the names in the archive. */
const EVIDENCE_OF_CHANGES = [
  ['manifest', 'manifest.json'],
  ['changes', 'changes.json'],
] as const;

/** What a whole evidence pack holds. */
const EVIDENCE = [
  ...EVIDENCE_OF_CHANGES,
  ['redline', 'redline.html'],
  ['original', 'original'],
  ['revised', 'revised'],
] as const;

/** What the application says of the files and links that it makes of a comparison. */
export const exportMessages = {
  ...texts,
  readAgain: (kind: ExportKind): string => texts[`readAgain.${READ_AGAIN[kind] ?? 'document'}`],
  /** A redline shows all changes, whatever is decided. */
  exactFile: (kind: ExportKind): string =>
    kind === 'redline_docx' || kind === 'redline_pdf' ? texts.redlineIsWhole : texts.fileIsExact,
  finishedExport: (kind: Under<typeof texts, 'finished'>): string => texts[`finished.${kind}`],
  /** Who can open a link before it is made. `host`: null for this machine. */
  shareDetail: (host: string | null): string => (host === null ? texts.shareHere : say('shareAt', { host })),
  shareOpens: (host: string | null): string => (host === null ? texts.opensHere : say('opensAt', { host })),
  shareTermOf: (term: Under<typeof texts, 'term'>): string => texts[`term.${term}`],
  linkEnds: (at: string): string => say('linkEnds', { date: momentWords(new Date(at)) }),
  exportGroup: (group: Under<typeof texts, 'exportGroup'>): string => texts[`exportGroup.${group}`],
  exportText: (accepted: number, rejected: number, open: number): string =>
    accepted + rejected === 0 ? texts.noneDecided : say('someDecided', { accepted, rejected, open }),
  exportOf: (kind: ExportKind): ExportText => ({
    name: texts[`kind.${kind}`],
    about: texts[`kind.${kind}.about`],
  }),
  evidenceEntries: (changesOnly: boolean): readonly (readonly [name: string, about: string])[] => {
    const entries = changesOnly ? EVIDENCE_OF_CHANGES : EVIDENCE;
    return entries.map(([entry, name]) => [name, texts[`entry.${entry}`]]);
  },
  evidenceCommand: (changesOnly: boolean): string =>
    changesOnly ? 'diffsvc verify EARLIER LATER PACK.zip' : 'diffsvc verify PACK.zip',
  stillOpen: (open: number, isWord: boolean): string => say(isWord ? 'openTracked' : 'openMarked', { count: open }),
  notesStay: (notes: number): string => say('notesNotIn', { count: notes }),
  morePlaces: (places: number): string => say('morePlaces', { count: places }),
  pagesLayoutOf: (layout: Under<typeof texts, 'pagesLayout'>): string => texts[`pagesLayout.${layout}`],
  paperOf: (paper: Under<typeof texts, 'paper'>): string => texts[`paper.${paper}`],
  marksOf: (marks: Under<typeof texts, 'marks'>): string => texts[`marks.${marks}`],
  coverDigest: (digest: string): string => say('coverDigest', { digest }),
  coverDecisions: (accepted: number, rejected: number, open: number, notes: number): string => {
    const parts = [
      say('acceptedCount', { accepted }),
      say('rejectedCount', { rejected }),
      say('undecidedCount', { open }),
      say('notesCount', { count: notes }),
    ];
    return parts.join(' · ');
  },
  reportReviewerOf: (reviewer: string): string => say('reportReviewerOf', { reviewer }),
  reviewContents: (changes: number, decided: number, notes: number): string => {
    const parts = [
      say('changesCount', { count: changes }),
      say('decisionsCount', { count: decided }),
      say('notesCount', { count: notes }),
    ];
    return parts.join(', ');
  },
  exportMakeOf: (kind: ExportKind, isAnyway = false): string =>
    say(isAnyway ? 'saveKindAnyway' : 'saveKind', { kind: texts[`kind.${kind}`] }),
  exportWaits: (reason: string): string => say('exportWaits', { reason }),
  exportMaking: (share: number | null): string =>
    share === null ? texts.making : say('makingShare', { percent: Math.round(share * 100) }),
  exportSaved: (name: string): string => say('exportSaved', { name }),
  exportWarnings: (warnings: readonly string[]): string => warnings.join(' '),
};
