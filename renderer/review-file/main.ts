import { mount } from 'svelte';
import '../styles/diffsvc.css';
import '../styles/page.css';
import { FragmentError } from '../../shared/fragment/fragment-error.ts';
import { scanning } from '../../shared/fragment/scan.ts';
import {
  FACTS_ID,
  FRAGMENT_ID,
  PROGRAM_ID,
  ReviewFileError,
  reviewFileOf,
} from '../../shared/review-file/review-file.ts';
import type { ReviewFile, ReviewProgram } from '../../shared/review-file/review-file.ts';
import { sha256Hex } from '../review/completeness.ts';
import { inSlices } from '../document-view/in-slices.ts';
import { ReviewSession } from '../review/review-session.svelte.ts';
import { SavedReview } from '../review/saved-review.ts';
import { storageOf } from '../review/storage-of.ts';
import { reviewFileMessages } from '../strings/review-file.ts';
import Refusal from '../viewer/Refusal.svelte';
import { FileMemory } from './file-memory.ts';
import ReviewFilePage from './ReviewFilePage.svelte';

function textOf(selector: string): string {
  const text = document.querySelector(selector)?.textContent;
  if (text === undefined) throw new ReviewFileError('damaged', reviewFileMessages.damagedFile);
  return text;
}

/** The parts of this page that a copy needs. */
function runningProgram(): ReviewProgram {
  const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '';
  return { policy, script: textOf('body > script:not([type])'), style: textOf('head > style') };
}

/** The file of this page. With script, the browser keeps the text of the fragment's element unchanged. */
async function runningFile(): Promise<ReviewFile> {
  const file = reviewFileOf(textOf(`#${FRAGMENT_ID}`), textOf(`#${FACTS_ID}`));
  const digest = await sha256Hex(file.fragment);
  if (digest !== null && digest !== file.facts.fragmentSha256) {
    throw new ReviewFileError('damaged', reviewFileMessages.damagedFile);
  }
  return file;
}

async function show(target: Element): Promise<void> {
  const program = runningProgram();
  const file = await runningFile();
  const { facts, fragment, record } = file;
  const storage = storageOf(() => localStorage);
  // Each copy with its own decisions is stored separately. So a colleague's copy does not show the reader's own
  // choices.
  const copy = `${facts.fragmentSha256}:${record.reviewer}:${record.savedAt ?? ''}`;
  const session = new ReviewSession({
    blocks: await inSlices(scanning(fragment)),
    display: { layout: 'unified', theme: 'system', collapse: true },
    mayReview: true,
    countsLabels: facts.format === 'docx',
    memory: new FileMemory(record, new SavedReview(storage, copy, fragment, () => Date.now())),
  });
  session.startReview();
  mount(ReviewFilePage, { target, props: { session, file, program } });
}

const target = document.querySelector(`#${PROGRAM_ID}`);
if (!target) throw new Error(`The page has no element #${PROGRAM_ID}.`);
show(target).catch((fault: unknown) => {
  if (!(fault instanceof ReviewFileError) && !(fault instanceof FragmentError)) throw fault;
  const message = fault instanceof ReviewFileError ? fault.message : reviewFileMessages.damagedFile;
  const refusal = { code: 'damaged_review_file', message, requestId: '' };
  mount(Refusal, { target, props: { refusal, options: { theme: 'system', transparent: false } } });
});
