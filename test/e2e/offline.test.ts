/** The application's address while the service does not run. */
import { expect, test } from 'vitest';
import { faultsOfAccess } from './faults-of-access.ts';
import { onService } from './in-browser.ts';

onService(
  'the application without its service, in a browser',
  (session) => {
    test('says that the service is not running, and opens by itself when it is', async () => {
      const page = await session.newPage({ serviceWorkers: 'allow' });
      const { service } = session;
      await page.goto(service.pageUrl);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      await service.kill();
      await page.goto(`${service.pageUrl}#/recents`);
      await page.reload();
      await page.getByRole('heading', { name: 'diffsvc is not running' }).waitFor();
      await page.getByText('diffsvc serve').waitFor();
      expect(await faultsOfAccess(page)).toEqual([]);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'diffsvc is not running' }).waitFor();
      await service.restart();
      await page.getByRole('heading', { name: 'Recent comparisons' }).waitFor();
      expect(page.url()).toBe(`${service.pageUrl}#/recents`);
      // The browser notes each request that nobody answered.
      session.faults.splice(0);
    });

    test('leaves every other address to the browser', async () => {
      const page = await session.newPage({ serviceWorkers: 'allow' });
      await page.goto(session.service.pageUrl);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      const kept = await page.evaluate(async () => {
        const requests = await (await caches.open('offline')).keys();
        return requests.map(({ url }) => new URL(url).pathname.replace(/-[\w-]+(?=\.\w+$)/u, '-*')).sort();
      });
      expect(kept).toEqual(expect.arrayContaining(['/assets/offline-*.css', '/assets/offline-*.js', '/offline.html']));
      await session.service.kill();
      await expect(page.goto(`${session.service.pageUrl}docs`)).rejects.toThrow('ERR_CONNECTION_REFUSED');
      await session.service.restart();
      session.faults.splice(0);
    });
  },
  {},
);
