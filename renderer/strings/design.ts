import { design as texts } from './english/design.ts';

/** What the components of renderer/design say, wherever they are. */
export const designMessages = {
  ...texts,
};
