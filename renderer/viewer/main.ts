import { mount } from 'svelte';
import '../styles/app.css';
import { FragmentError } from '../../shared/fragment/fragment-error.ts';
import { scanning } from '../../shared/fragment/scan.ts';
import type { ViewerPageData } from '../../shared/api/viewer-page.ts';
import { inSlices } from '../document-view/in-slices.ts';
import { messagesBetween } from '../review/review-messages.ts';
import { ReviewSession } from '../review/review-session.svelte.ts';
import { storageOf } from '../review/storage-of.ts';
import { SavedReview } from '../review/saved-review.ts';
import { HostChannel } from './host-channel.ts';
import { pageDataWith, readPageData } from './page-data.ts';
import Refusal from './Refusal.svelte';
import Viewer from './Viewer.svelte';
import { messages } from '../strings/comparison.ts';
import { takeHostMessage } from './take-host-message.ts';
import { viewerOptions } from './viewer-options.ts';
import { ViewerToken } from './viewer-token.ts';

async function show(target: Element, data: ViewerPageData): Promise<void> {
  const options = viewerOptions(new URLSearchParams(location.search));
  if ('refusal' in data) {
    mount(Refusal, { target, props: { refusal: data.refusal, options } });
    return;
  }
  const { comparison, review, embedOrigin, digests } = data;
  const { comparisonId, html } = comparison;
  const channel = new HostChannel(window, embedOrigin);
  const storage = storageOf(() => localStorage);
  const session = new ReviewSession({
    blocks: await inSlices(scanning(html)),
    display: options,
    mayReview: review,
    countsLabels: comparison.format === 'docx',
    isHosted: true,
    memory: new SavedReview(storage, comparisonId, html, () => Date.now()),
    stepped: (before, after) => {
      for (const message of messagesBetween(before, after)) channel.tell(message);
    },
  });
  if (options.review === true) session.startReview();
  channel.listen((message) => takeHostMessage(session, message, channel.tell));
  mount(Viewer, { target, props: { session, comparison, options, digests } });
}

async function open(target: Element): Promise<void> {
  const address = new URL(location.href);
  const comparisonId = address.pathname.split('/')[2] ?? '';
  const token = new ViewerToken(
    address,
    comparisonId,
    storageOf(() => sessionStorage),
  );
  history.replaceState(null, '', token.cleanAddress);
  const delivered = readPageData(document);
  if (delivered === null) throw new Error('The page holds no comparison.');
  const data = await pageDataWith(delivered, token.ofEarlierLoad, (headers) => fetch(location.pathname, { headers }));
  try {
    await show(target, data);
  } catch (fault) {
    if (!(fault instanceof FragmentError)) throw fault;
    const refusal = { code: 'unreadable', message: messages.unreadable, requestId: '' };
    await show(target, { refusal });
  }
}

const target = document.querySelector('#viewer');
if (!target) throw new Error('The page has no element #viewer.');
await open(target);
