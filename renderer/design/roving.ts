import type { Attachment } from 'svelte/attachments';

/** The keys that lead along a row of choices, and where to. Rows that read from the right turn round. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * One stop of the Tab key for a row of choices. Arrows, Home and End lead along the row and choose what they reach. See
 * ARIA Authoring Practices, radio group and tabs. The choices are the elements that match `choices`; the chosen one has
 * `tabindex="0"`.
 */
export function roving(choices: string): Attachment<HTMLElement> {
  return (row) => {
    const move = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const all = [...row.querySelectorAll<HTMLElement>(choices)].filter((each) => !each.matches(':disabled'));
      const at = all.findIndex((each) => each === document.activeElement);
      if (at === -1) return;
      const step = STEPS[event.key];
      const turned = event.key.startsWith('Arrow') && getComputedStyle(row).direction === 'rtl' ? -1 : 1;
      const next =
        step !== undefined
          ? (at + step * turned + all.length) % all.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? all.length - 1
              : null;
      if (next === null) return;
      event.preventDefault();
      all[next]?.focus();
      all[next]?.click();
    };
    row.addEventListener('keydown', move);
    return () => row.removeEventListener('keydown', move);
  };
}
