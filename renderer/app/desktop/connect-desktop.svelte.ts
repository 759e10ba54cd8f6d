import type { DesktopCommand } from '../../../shared/messages/desktop-bridge.ts';
import type { Application } from '../state/application.svelte.ts';
import type { OpenComparison } from '../state/open-comparison.svelte.ts';
import type { Bridge } from './bridge.ts';
import { openFromDisk } from './open-from-disk.ts';
import { rereadPair } from '../saved-files/reread-pair.ts';
import { OpenedFilesTaker } from './take-opened-files.ts';

const THEME_OF = { 'theme-system': 'system', 'theme-light': 'light', 'theme-dark': 'dark' } as const;

const ALWAYS: readonly DesktopCommand[] = ['new-comparison', 'open', 'settings', 'shortcuts'];
const WITH_COMPARISON: readonly DesktopCommand[] = [
  ...(['export', 'print', 'find', 'compare-again', 'swap'] as const),
  ...(['view-unified', 'view-side-by-side', 'toggle-unchanged', 'next-change', 'previous-change'] as const),
];
const IN_REVIEW: readonly DesktopCommand[] = [
  ...(['accept-change', 'reject-change', 'accept-all', 'reject-all', 'undo', 'redo'] as const),
];

/** Connects the application to the desktop: opened files and menus. The result disconnects it. */
export function connectDesktop(bridge: Bridge, application: Application): () => void {
  const opened = new OpenedFilesTaker(application);
  const endings = [
    bridge.on('filesOpened', (readings) => void opened.take(readings)),
    bridge.on('comparison', (recentId) => void restore(recentId, application)),
    bridge.on('command', (command) => void carryOut(command, bridge, application)),
    $effect.root(() => {
      $effect(() => void bridge.setTheme(application.settings.choices.theme));
      $effect(() => {
        const { open, route } = application;
        const recentId = route.page === 'comparison' ? route.recentId : null;
        const commands = [...ALWAYS, ...(open ? WITH_COMPARISON : []), ...(open && isReviewing(open) ? IN_REVIEW : [])];
        void bridge.tellState({ title: open?.title ?? null, recentId, commands });
      });
    }),
  ];
  return () => {
    for (const end of endings) end();
  };
}

/** Opens the comparison that was open at the end, if it is still there and the reader has nothing else in hand. */
async function restore(recentId: string, application: Application): Promise<void> {
  const isIdle = (): boolean =>
    application.route.page === 'start' && application.open === null && application.running === null;
  if (!isIdle() || (await application.recents.content(recentId)) === null || !isIdle()) return;
  application.go({ page: 'comparison', recentId });
}

function isReviewing({ session }: OpenComparison): boolean {
  return session.review.phase !== 'inactive';
}

async function carryOut(command: DesktopCommand, bridge: Bridge, application: Application): Promise<void> {
  const { open } = application;
  switch (command) {
    case 'new-comparison':
      application.inputs.reset();
      application.go({ page: 'start' });
      return;
    case 'open':
      application.go({ page: 'start' });
      await openFromDisk(bridge, application, null);
      return;
    case 'shortcuts':
      application.over = 'help';
      return;
    case 'settings':
      application.go({ page: 'settings' });
      return;
    case 'print':
      print();
      return;
    case 'theme-system':
    case 'theme-light':
    case 'theme-dark':
      application.settings.choose({ theme: THEME_OF[command] });
      if (open) open.session.theme = THEME_OF[command];
      return;
    default:
      if (open) await carryOutOn(command, open, bridge, application);
  }
}

async function carryOutOn(
  command: DesktopCommand,
  open: OpenComparison,
  bridge: Bridge,
  application: Application,
): Promise<void> {
  const { session, pair } = open;
  switch (command) {
    case 'next-change':
      session.step(1);
      return;
    case 'previous-change':
      session.step(-1);
      return;
    case 'accept-change':
      session.decideSeen('accepted');
      return;
    case 'reject-change':
      session.decideSeen('rejected');
      return;
    case 'accept-all':
      session.decideMatching('accepted');
      return;
    case 'reject-all':
      session.decideMatching('rejected');
      return;
    case 'undo':
      session.undo();
      return;
    case 'redo':
      session.redo();
      return;
    case 'view-unified':
      open.view = 'redline';
      return;
    case 'view-side-by-side':
      open.view = 'split';
      return;
    case 'toggle-unchanged':
      session.collapsed = !session.collapsed;
      return;
    case 'find':
      application.commands.find('find')?.run();
      return;
    case 'export':
      application.showExports(null);
      return;
    case 'swap':
      if (pair) await application.swapSides(pair);
      return;
    case 'compare-again': {
      if (!pair) return;
      const now = await rereadPair(bridge, pair, (failure) => (application.failure = failure));
      if (now !== null) await application.compareAgain(now);
      return;
    }
    default:
  }
}
