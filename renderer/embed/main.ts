import { embedMessages } from '../strings/embed.ts';
import { embed } from './embed.ts';
import type { DiffsvcScript } from './published/diffsvc.d.ts';

/** The service is at the origin of this script. */
const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) {
  throw new Error(embedMessages.asModule);
}
const { origin } = new URL(script.src);

const Diffsvc: DiffsvcScript = { embed: (options) => embed(origin, options) };
Object.assign(window, { Diffsvc: Object.freeze(Diffsvc) });
