import type { Icon } from './icon.ts';

/** One line of a menu. */
export type MenuItem =
  | {
      readonly kind?: 'item';
      readonly label: string;
      readonly icon?: Icon | undefined;
      /** The keys that do the same, as they are shown. */
      readonly keys?: string | undefined;
      /** What cannot be taken back is red. */
      readonly danger?: boolean;
      readonly disabled?: boolean;
      readonly run: () => void;
    }
  /** A choice that is on or off; the menu stays open. */
  | { readonly kind: 'check'; readonly label: string; readonly checked: boolean; readonly run: (on: boolean) => void }
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'line' };
