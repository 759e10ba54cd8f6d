import { embed } from './embed.ts';
import type { DiffsvcScript } from './published/diffsvc.d.ts';

/** The service is wherever this script came from. */
const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) {
  throw new Error('diffsvc.js has to be loaded as <script src="…/scripts/v1/diffsvc.js">, not as a module.');
}
const { origin } = new URL(script.src);

const Diffsvc: DiffsvcScript = { embed: (options) => embed(origin, options) };
Object.assign(window, { Diffsvc: Object.freeze(Diffsvc) });
