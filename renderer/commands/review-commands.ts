import Check from '@lucide/svelte/icons/check';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import ChevronDown from '@lucide/svelte/icons/chevron-down';
import ChevronUp from '@lucide/svelte/icons/chevron-up';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Redo from '@lucide/svelte/icons/redo-2';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import Undo from '@lucide/svelte/icons/undo-2';
import X from '@lucide/svelte/icons/x';
import type { ReviewSession } from '../review/review-session.svelte.ts';
import { commandMessages } from '../strings/commands.ts';
import type { Command } from './command.ts';

/** The commands of a comparison that is read and reviewed, on every page. */
export function reviewCommands(session: ReviewSession): readonly Command[] {
  const group = 'review';
  const hasChanges = (): boolean => session.reachable.length > 0;
  const canDecide = (): boolean => session.canDecide;
  const mayDecide = (): boolean => canDecide() && session.currentId !== null;
  const { label } = commandMessages;
  return [
    {
      id: 'next',
      label: label.next,
      group,
      icon: ChevronDown,
      keys: ['j', 'n', 'F8'],
      offered: hasChanges,
      run: () => session.step(1),
    },
    {
      id: 'previous',
      label: label.previous,
      group,
      icon: ChevronUp,
      keys: ['k', 'p', 'F7'],
      offered: hasChanges,
      run: () => session.step(-1),
    },
    {
      id: 'accept',
      label: label.accept,
      group,
      icon: Check,
      keys: ['a'],
      offered: canDecide,
      once: true,
      run: () => session.accept(),
    },
    {
      id: 'reject',
      label: label.reject,
      group,
      icon: X,
      keys: ['r'],
      offered: canDecide,
      once: true,
      run: () => session.reject(),
    },
    {
      id: 'reset',
      label: label.reset,
      group,
      icon: RotateCcw,
      keys: ['u'],
      offered: () => mayDecide() && session.review.decisions.has(session.currentId ?? ''),
      run: () => session.reset(),
    },
    {
      id: 'note',
      label: label.note,
      group,
      icon: MessageSquare,
      keys: ['e'],
      offered: () => session.currentId !== null || session.notes.offered !== null,
      run: () => session.note(),
    },
    {
      id: 'undo',
      label: label.undo,
      group,
      icon: Undo,
      keys: ['Mod+z'],
      offered: () => canDecide() && session.review.past.length > 0,
      run: () => session.undo(),
    },
    {
      id: 'redo',
      label: label.redo,
      group,
      icon: Redo,
      keys: ['Mod+Shift+z', 'Mod+y'],
      offered: () => canDecide() && session.review.future.length > 0,
      run: () => session.redo(),
    },
    {
      id: 'finish',
      label: label.finish,
      group,
      icon: CircleCheck,
      offered: () => session.review.phase === 'active',
      run: () => session.finish(),
    },
    {
      id: 'reopen',
      label: label.reopen,
      group,
      icon: RotateCcw,
      offered: () => session.review.phase === 'completed',
      run: () => session.reopen(),
    },
  ];
}
