/**
 * The page of the shell itself: shown while the service starts, and when the service or the application's page fails.
 * It needs no service and runs no script. Its buttons are links that the shell carries out.
 */
import type { DesktopServiceState } from '../../../shared/messages/desktop-bridge.ts';
import { APP_ORIGIN } from './app-address.ts';
import { shellMessages } from '../strings.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';

const PATH = '/starting';
/** Address of the page. */
export const START_PAGE = `${APP_ORIGIN}${PATH}`;

const ACTIONS = ['again', 'log', 'quit'] as const;
/** What a button of the page does. `again`: try again. `log`: show the crash log. */
export type StartAction = (typeof ACTIONS)[number];

/** The action that an address names; null if it names none. */
export function startActionOf(address: string): StartAction | null {
  return ACTIONS.find((action) => address === addressOf(action)) ?? null;
}

/** The page for a state of the service. `fault` is what failed in the application's page; null if nothing did. */
export function startPage(state: DesktopServiceState, fault: string | null): Response {
  const failure = fault ?? (state.status === 'failed' ? (state.message ?? '') : null);
  const heading = fault !== null ? shellMessages.pageFailed : shellMessages.serviceFailed;
  const body = failure === null ? waiting() : failed(heading, failure);
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>diffsvc</title>
    <style>${STYLE}</style>
  </head>
  <body><main>${MARK}${body}</main></body>
</html>
`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    },
  });
}

function waiting(): string {
  return `<h1 role="status">${shellMessages.starting}</h1>
<div class="bar" aria-hidden="true"><i></i></div>
<div class="late"><p>${shellMessages.startingLong}</p>${buttons(['log', 'quit'])}</div>`;
}

function failed(heading: string, reason: string): string {
  const paragraphs = reason.split('\n').map((line) => `<p class="reason">${escapeHtml(line)}</p>`);
  return `<h1 role="alert">${heading}</h1>
${paragraphs.join('\n')}
<p>${shellMessages.failedNext}</p>${buttons(ACTIONS)}`;
}

function buttons(actions: readonly StartAction[]): string {
  const links = actions.map((action) => `<a href="${PATH}?do=${action}">${shellMessages.startActions[action]}</a>`);
  return `<nav>${links.join('')}</nav>`;
}

function addressOf(action: StartAction): string {
  return `${START_PAGE}?do=${action}`;
}

const MARK = `<svg viewBox="0 0 32 32" width="48" height="48" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#17324d"/><g stroke-width="3" stroke-linecap="round"><path d="M8 10.5h16" stroke="#ff9c91"/><path d="M8 16h11" stroke="#dfe7ef"/><path d="M8 21.5h16" stroke="#7fdc9d"/></g></svg>`;

/** The colours are those of the application's page in both modes (`renderer/design`). */
const STYLE = `
:root { color-scheme: light dark; --text: #1b2129; --quiet: #55606e; --line: #cfd6de; --accent: #1d5fa8; --back: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --quiet: #a6b0bc; --line: #3a424d; --accent: #8fc1ff; --back: #16181d; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
main { width: min(32rem, 100vw); padding: 2rem; }
h1 { margin: 1rem 0 0.75rem; font-size: 1.25rem; font-weight: 600; }
p { margin: 0 0 0.75rem; color: var(--quiet); }
.reason { color: var(--text); overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 1.25rem; }
a { padding: 0.4rem 0.9rem; border: 1px solid var(--line); border-radius: 6px; color: var(--text); text-decoration: none; }
a:first-child { border-color: var(--accent); color: var(--accent); }
a:hover { border-color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bar { height: 3px; border-radius: 2px; background: var(--line); overflow: hidden; }
.bar i { display: block; width: 30%; height: 100%; background: var(--accent); animation: pass 1.4s ease-in-out infinite; }
.late { margin-top: 1.5rem; visibility: hidden; animation: appear 0s 10s forwards; }
@keyframes pass { from { transform: translateX(-100%); } to { transform: translateX(334%); } }
@keyframes appear { to { visibility: visible; } }
@media (prefers-reduced-motion: reduce) { .bar i { width: 100%; animation: none; opacity: 0.5; } }
`;
