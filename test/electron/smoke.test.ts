/** The way of a reader through the desktop application: open two files, see the redline, accept a change, export. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { didNotRun, EXECUTABLE } from '../e2e/browser.ts';
import { build, reasonWithoutWindow, RUNS_ON, startShell, temporaryFolder } from './shell-under-test.ts';

const REASON = reasonWithoutWindow(EXECUTABLE);

it.skipIf(REASON !== null)(`compares, reviews and exports, ${RUNS_ON}${didNotRun(REASON)}`, async () => {
  build();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'old.txt'), 'The fee is 5 euro.\n');
  writeFileSync(join(folder, 'new.txt'), 'The fee is 6 euro.\n');
  const shell = await startShell({ folder, args: ['old.txt', 'new.txt'] });
  while (!(await shell.page.evaluate(() => document.querySelector('main ins') !== null))) await sleep(100);
  const redline = await shell.page.evaluate(() =>
    ['del', 'ins'].map((name) => document.querySelector(`main ${name}`)?.textContent),
  );
  expect(redline).toEqual([expect.stringContaining('5'), expect.stringContaining('6')]);
  await shell.ask('click', { id: 'accept-change' });
  await shell.page.evaluate(async () => {
    while (document.body.innerText.includes('0 of 1')) await new Promise(requestAnimationFrame);
  });
  await shell.ask('click', { id: 'export' });
  await shell.page.evaluate(async () => {
    while (!document.body.innerText.includes('1 accepted, 0 rejected, 0 undecided.'))
      await new Promise(requestAnimationFrame);
  });
  const saved = join(folder, 'saved.docx');
  await shell.ask('answer', { kind: 'showSaveDialog', answer: { canceled: false, filePath: saved } });
  await shell.page.click('role=button[name=/^Save /]');
  while (!existsSync(saved)) await sleep(100);
  expect(readFileSync(saved).subarray(0, 2).toString()).toBe('PK');
  await shell.page.evaluate(async () => {
    while (document.querySelector('[draggable=true]') === null) await new Promise(requestAnimationFrame);
  });
  expect(await shell.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});
