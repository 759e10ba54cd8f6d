import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The findings of axe on the current screen by WCAG 2.2 A and AA: each rule with the elements that break it. */
export async function faultsOfAccess(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async (runOnly) => {
    const { axe: engine } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await engine.run({ runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }, RULES);
}
