import type { RequestedFormat } from '../../shared/api/text-spellings.ts';
import type { Side } from '../../shared/document/model.ts';
import {
  toldFormat,
  type AnyFormat,
  type ConvertedFormat,
  type DocumentFormat,
  type OtherFormat,
} from '../../shared/formats.ts';
import { excessInWords, sizeInWords } from '../../shared/in-words.ts';
import { joined, sayOf, type Under } from './say.ts';
import { dayWords, formatWord, layoutWord, momentWords, sideWord } from './words.ts';
import { app as texts } from './english/app.ts';

const say = /* @__PURE__ */ sayOf(texts);

const DOCUMENTS: Record<Side, string> = { original: texts['document.original'], revised: texts['document.revised'] };

/** What a first reader of a comparison has to know. */
const MEANINGS = ['redline', 'accept', 'reject', 'undecided', 'flag', 'whole', 'leftOut', 'notes'] as const;

/** An earlier review whose changes a draft has again. */
interface ToldEarlierReview {
  readonly originalName: string | null;
  readonly revisedName: string | null;
  readonly decided: number;
  readonly atMs: number;
}

/** A text of the service as a whole sentence. */
function sentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

/** Why the browser does not keep something. */
type ToldStorageFault =
  { readonly kind: 'full'; readonly sizeBytes: number } | { readonly kind: 'refused'; readonly message: string };

/** Why steps wait in this browser. */
type ToldTrouble =
  | { readonly kind: 'unreachable' | 'signed_out' }
  | { readonly kind: 'failing'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly steps: number };

type Stage = Exclude<Under<typeof texts, 'stage'>, `${string}.${string}`>;

interface ToldProgress {
  readonly stage: Stage;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** The sides that are being read. */
  readonly reading: readonly Side[];
  /** Blocks of the redline that have come. */
  readonly blocks: number;
}

function stageText({ stage: step, sentBytes, totalBytes, reading, blocks }: ToldProgress): string {
  const stage = texts[`stage.${step}`];
  if (step === 'uploading' && totalBytes > 0)
    return say('uploadingOf', { stage, size: sizeInWords(sentBytes), total: sizeInWords(totalBytes) });
  if (step === 'reading')
    return say('readingSides', { stage, sides: reading.map((side) => sideWord(side).toLowerCase()).join(texts.and) });
  if (step === 'comparing' && blocks > 0) return say('comparingBlocks', { stage, count: blocks });
  return stage;
}

/** A refusal for a reader of the page. `message` of the service may be meant for programs. */
function refusalText(code: string, message: string): string {
  if (code === 'export_authentication_required') return texts.exportNeedsSignIn;
  return code === 'unauthorized' ? `${message}\n${texts.signInFrom}` : message;
}

/** Why a file is not taken. */
type ToldFault =
  | { readonly kind: 'too-large'; readonly sizeBytes: number; readonly limitBytes: number }
  | { readonly kind: 'document'; readonly format: DocumentFormat | OtherFormat }
  | { readonly kind: 'misnamed'; readonly format: DocumentFormat }
  | { readonly kind: 'binary' | 'empty' | 'encoding' | 'folder' | 'unreadable' };

function faultText(fault: ToldFault, name: string): string {
  switch (fault.kind) {
    case 'too-large':
      return say('fault.too-large', {
        name,
        excess: excessInWords(fault.sizeBytes, fault.limitBytes),
        limit: sizeInWords(fault.limitBytes),
      });
    case 'document': {
      const told = toldFormat(fault.format);
      return say('fault.document', { name, format: told.name, nextStep: told.nextStep });
    }
    case 'misnamed': {
      const format = formatWord(fault.format);
      return say('fault.misnamed', { name, format, sameFormat: format });
    }
    case 'binary':
      return say('fault.binary', { name, formats: texts.formats });
    case 'empty':
    case 'folder':
    case 'encoding':
    case 'unreadable':
      return say(`fault.${fault.kind}`, { name });
  }
}

const relative = /* @__PURE__ */ new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A moment as the time since then: "5 minutes ago", "yesterday"; after a week the date. */
function ago(ms: number, nowMs: number): string {
  const since = Math.max(0, nowMs - ms);
  if (since < MINUTE_MS) return texts.justNow;
  if (since < HOUR_MS) return relative.format(-Math.floor(since / MINUTE_MS), 'minute');
  if (since < DAY_MS) return relative.format(-Math.floor(since / HOUR_MS), 'hour');
  return since < 7 * DAY_MS ? relative.format(-Math.floor(since / DAY_MS), 'day') : dayWords(ms);
}

/** What the application says beside the comparison. */
export const appMessages = {
  ...texts,
  pageName: (page: Under<typeof texts, 'page'>): string => texts[`page.${page}`],
  size: sizeInWords,
  refusal: refusalText,
  reading: MEANINGS.map((name) => [texts[`meaning.${name}`], texts[`meaning.${name}.about`]] as const),
  sideName: DOCUMENTS,
  chooseFileFor: (name: string): string => say('chooseFileFor', { name: name.toLowerCase() }),
  clearFile: (name: string): string => say('clearFile', { name: name.toLowerCase() }),
  sidesTurned: (original: string, revised: string): string => say('sidesTurned', { original, revised }),
  orderDoubt: (doubt: Under<typeof texts, 'doubt'>, earlier: string, later: string): string =>
    say(`doubt.${doubt}`, { earlier, later }),
  savedAt: (ms: number): string => say('savedAt', { date: momentWords(ms) }),
  fileFacts: (format: AnyFormat | null, sizeBytes: number): string =>
    joined([format === null ? '' : formatWord(format), sizeInWords(sizeBytes)], ' · '),
  fileLoaded: (side: Side, name: string): string => say('fileLoaded', { side: DOCUMENTS[side], name }),
  tooManyFiles: (given: number): string => say('tooManyFiles', { given }),
  textFault: faultText,
  /** What a tile keeps when a given file was refused. */
  keptInTile: (name: string | null): string => (name === null ? texts.keptText : say('keptFile', { name })),
  notTakenAlone: (name: string, refused: string): string => say('notTakenAlone', { name, refused }),
  format: (format: RequestedFormat | 'docx' | 'pdf'): string =>
    format === 'auto' ? texts.detectFormat : formatWord(format),
  oneMissing: (side: Side): string => say('oneMissing', { side: DOCUMENTS[side].toLowerCase() }),
  sideTooLarge: (side: Side, sizeBytes: number, limitBytes: number): string =>
    say('sideTooLarge', {
      side: DOCUMENTS[side].toLowerCase(),
      excess: excessInWords(sizeBytes, limitBytes),
      limit: sizeInWords(limitBytes),
    }),
  openedWhileComparing: (names: readonly string[]): string =>
    say('openedWhileComparing', { names: names.join(' and ') }),
  changes: (total: number): string => say('changes', { count: total }),
  startText: (host: string | null): string => (host === null ? texts.startHere : say('startRemote', { host })),
  allRecents: (total: number): string => say('allRecents', { total }),
  viewName: (view: Under<typeof texts, 'view'>): string => texts[`view.${view}`],
  openingView: layoutWord,
  formatName: formatWord,
  changeCount: (changes: number, differsElsewhere: boolean): string => {
    if (changes > 0) return say('changes', { count: changes });
    return differsElsewhere ? texts.noComparedChanges : texts.noChanges;
  },
  notReviewed: (changes: number, differsElsewhere: boolean): string => {
    if (changes > 0) return texts.unreviewed;
    return differsElsewhere ? texts.differsElsewhere : texts.nothingToReview;
  },
  twoFormats: (original: AnyFormat | ConvertedFormat, revised: AnyFormat | ConvertedFormat): string =>
    say('twoFormats', { original: formatWord(original), revised: formatWord(revised) }),
  ago,
  removed: (title: string): string => say('removed', { title }),
  stage: stageText,
  stageName: (stage: Stage): string => texts[`stage.${stage}`],
  timeRunning: (seconds: number): string => say('timeRunning', { count: seconds }),
  signInOutcome: {
    opened: texts['signInOutcome.opened'],
    recently: texts['signInOutcome.recently'],
    'not-opened': texts['signInOutcome.not-opened'],
  },
  liveTooLarge: (sizeBytes: number, limitBytes: number): string =>
    say('liveTooLarge', { excess: excessInWords(sizeBytes, limitBytes), limit: sizeInWords(limitBytes) }),
  recentsFault: (fault: ToldStorageFault): string => {
    if (fault.kind === 'refused') return say('storageRefused', { message: fault.message });
    if (fault.sizeBytes === 0) return texts.storageFullForChange;
    return say('storageFullForComparison', { size: sizeInWords(fault.sizeBytes) });
  },
  recentName: ({ originalName, revisedName }: Record<'originalName' | 'revisedName', string | null>): string => {
    if (originalName === null && revisedName === null) return texts.pastedTitle;
    return say('fromTo', {
      original: originalName ?? sideWord('original'),
      revised: revisedName ?? sideWord('revised'),
    });
  },
  recentReview: (decided: number, changes: number, finished: boolean): string | null => {
    if (decided === 0) return null;
    return finished && decided === changes ? texts.reviewFinished : say('decidedOf', { decided, changes });
  },
  pinOf: (name: string, pinned: boolean): string => say(pinned ? 'unpinName' : 'pinName', { name }),
  removeOf: (name: string): string => say('removeOf', { name }),
  trackingNotChecked: (reason: string): string => say('trackingNotChecked', { reason }),
  undisclosedFound: (total: number): string =>
    total === 0 ? texts.everyEditTracked : say('untracked', { count: total }),
  reviewTurned: (kept: number, lost: number, isReordered: boolean): string => {
    const sentences = [
      say('turned', { count: kept }),
      lost === 0 ? '' : say('turnedLost', { count: lost }),
      isReordered ? texts.turnedOrder : '',
    ];
    return joined(sentences, ' ');
  },
  noReviewFile: (name: string): string => say('noReviewFile', { name }),
  reviewWithoutComparison: (title: string): string => say('reviewWithoutComparison', { title }),
  changedOnDisk: (names: readonly string[]): string =>
    say('onDisk', { names: names.join(texts.and), count: names.length }),
  comparedAfterSaving: (names: readonly string[]): string =>
    say('savedFiles', { names: names.join(texts.and), count: names.length }),
  fileNotReadAgain: (name: string): string => (name === '' ? texts.unreadAgain : say('unreadAgainOf', { name })),
  finalWithUndecided: (open: number): string => say('finalUndecided', { count: open }),
  carried: (carried: number): string => say('carriedOver', { count: carried }),
  /** `here`: how many of its decisions fit this draft. */
  earlierReview: ({ decided, originalName, revisedName, atMs }: ToldEarlierReview, here: number): string => {
    const told = { count: decided, date: dayWords(atMs) };
    const isNameless = originalName === null || revisedName === null;
    const was = isNameless ? say('earlier', told) : say('earlierOf', { ...told, originalName, revisedName });
    return `${was} ${say('hereAgain', { count: here })}`;
  },
  /** Why decisions and notes are in this browser alone, and what becomes of them. */
  stepsWait: (trouble: ToldTrouble): string => {
    switch (trouble.kind) {
      case 'unreachable':
        return texts['wait.unreachable'];
      case 'signed_out':
        return texts['wait.signed_out'];
      case 'failing':
        return say('wait.failing', { reason: sentence(trouble.reason) });
      case 'refused':
        return say('waitRefused', { count: trouble.steps, reason: sentence(trouble.reason) });
    }
  },
  lostHeading: (lost: number): string => say('lostHeading', { count: lost }),
  day: (at: string): string => dayWords(new Date(at)),
  momentOf: (at: string): string => momentWords(new Date(at)),
};
