/** The commands of the page of a comparison, for keys, menus and the palette. */
import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right';
import Copy from '@lucide/svelte/icons/copy';
import EyeOff from '@lucide/svelte/icons/eye-off';
import FileInput from '@lucide/svelte/icons/file-input';
import FileText from '@lucide/svelte/icons/file-text';
import Files from '@lucide/svelte/icons/files';
import Printer from '@lucide/svelte/icons/printer';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Share from '@lucide/svelte/icons/share-2';
import type { Command } from '../commands/command.ts';
import { copyText } from '../design/copy-text.ts';
import type { ReviewSession } from '../review/review-session.svelte.ts';
import { appMessages } from '../strings/app.ts';
import { commandMessages } from '../strings/commands.ts';
import { messages } from '../strings/comparison.ts';
import { changeAsText } from './comparison/changes-table.ts';
import { hasWord } from './comparison/export-kinds.ts';
import { failureOf } from './comparison/failure.ts';
import type { Pair } from './comparison/pair.ts';
import type { Application } from './state/application.svelte.ts';
import type { ComparisonViewName, OpenComparison } from './state/open-comparison.svelte.ts';

/** What the commands of a comparison do on its page. */
export interface ComparisonActions {
  readonly application: Application;
  readonly open: OpenComparison;
  /** The views that the format has. */
  readonly views: readonly ComparisonViewName[];
  readonly show: (view: ComparisonViewName) => void;
  /** Lets the reader choose a colleague's review file. */
  readonly chooseReview: () => void;
  /** Reads both documents again and compares them. */
  readonly compareAgain: () => Promise<void>;
}

/** The commands of an open comparison. The sample has those of reading alone. */
export function comparisonCommands(actions: ComparisonActions): readonly Command[] {
  const { application, open } = actions;
  const { pair } = open;
  const print = pair === null ? () => window.print() : () => application.showExports('print');
  return [
    ...viewCommands(actions),
    {
      id: 'copy',
      label: appMessages.copyChange,
      group: 'comparison',
      icon: Copy,
      keys: ['c'],
      offered: () => hasChanges(open.session),
      run: () => void copyChange(application, open),
    },
    ...(pair === null ? [] : pairCommands(actions, pair)),
    { id: 'print', label: appMessages.print, group: 'comparison', icon: Printer, run: print },
  ];
}

function hasChanges({ changes }: ReviewSession): boolean {
  return changes.length > 0;
}

function viewCommands({ open: { session }, views, show }: ComparisonActions): readonly Command[] {
  const group = 'views';
  return [
    ...views.map((view, at): Command => {
      const label = commandMessages.showView(appMessages.viewName(view));
      return { id: `view-${view}`, label, group, keys: [String(at + 1)], run: () => show(view) };
    }),
    {
      id: 'list',
      label: messages.showList,
      group,
      offered: () => hasChanges(session),
      run: () => {
        session.listShown = !session.listShown;
      },
    },
    {
      id: 'fold',
      label: messages.collapse,
      group,
      run: () => {
        session.collapsed = !session.collapsed;
      },
    },
  ];
}

/** What can be done with a comparison whose documents are known. */
function pairCommands(actions: ComparisonActions, pair: Pair): readonly Command[] {
  const { application, open, chooseReview, compareAgain } = actions;
  const { format } = open.finished;
  const group = 'comparison';
  return [
    { id: 'export', label: appMessages.export, group, run: () => application.showExports(null) },
    { id: 'share', label: appMessages.share, group, icon: Share, run: () => application.showExports('link') },
    {
      id: 'take-review',
      label: appMessages.takeReview,
      group,
      icon: FileInput,
      offered: () => hasChanges(open.session),
      run: chooseReview,
    },
    { id: 'again', label: appMessages.compareAgain, group, icon: RefreshCw, run: () => void compareAgain() },
    {
      id: 'as-text',
      label: appMessages.compareAsText,
      group,
      icon: FileText,
      offered: () => isMarkup(pair, format) && pair.format !== 'txt',
      run: () => void application.compareAgain({ ...pair, format: 'txt' }),
    },
    {
      id: 'undisclosed',
      label: appMessages.undisclosed,
      group,
      icon: EyeOff,
      offered: () => format === 'docx',
      run: () => void listUndisclosed(application, open),
    },
    {
      id: 'third-draft',
      label: appMessages.followIntoThird,
      group,
      icon: Files,
      offered: () => hasWord(format),
      run: () => void application.followIntoThird(pair),
    },
    {
      id: 'swap',
      label: appMessages.swapSides,
      group,
      icon: ArrowLeftRight,
      run: () => void application.swapSides(pair),
    },
  ];
}

/** Texts whose source can be compared as it is written. Documents have no such source. */
function isMarkup({ original, revised }: Pair, format: string): boolean {
  return original.document === null && revised.document === null && format !== 'txt';
}

async function copyChange(application: Application, { session: { current } }: OpenComparison): Promise<void> {
  if (current === undefined) {
    application.toasts.show(appMessages.nothingToCopy);
    return;
  }
  application.toasts.show((await copyText(changeAsText(current))) ? appMessages.copied : appMessages.notCopied);
}

async function listUndisclosed(application: Application, open: OpenComparison): Promise<void> {
  try {
    const { items } = await application.exporting.findUndisclosed(open);
    if (items.length > 0) open.showUndisclosed();
    application.toasts.show(appMessages.undisclosedFound(items.length));
  } catch (fault) {
    application.toasts.show(failureOf(fault).message);
  }
}
