import { embed as texts } from './english/embed.ts';

/** What the embed script says to the host's readers, and to those who write the host's page. */
export const embedMessages = {
  ...texts,
  noContainer: (selector: string): string =>
    selector === '' ? texts.noElement : texts.noElementOf.replace('{selector}', () => selector),
};
