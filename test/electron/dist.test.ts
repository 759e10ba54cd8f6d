import { expect, it } from 'vitest';
import { missingDownload } from '../../scripts/desktop/without-network.mjs';

it('says in one sentence that a download failed, and nothing of its stack', () => {
  const output = [
    '  • packaging       platform=linux arch=x64 electron=45.4.1',
    '  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build stackTrace=RequestError: getaddrinfo ENOTFOUND github.com',
    '    at ClientRequest.<anonymous> (/a/node_modules/got/dist/source/core/index.js:970:111)',
  ].join('\n');
  expect(missingDownload(output)).toBe(
    'Electron and the tools for installers come from github.com, which did not answer (ENOTFOUND): allow this machine to reach it, or set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR.',
  );
  expect(missingDownload('  ⨯ connect ECONNREFUSED 10.0.0.1:443  failedTask=build')).toContain(
    'github.com, which did not answer (ECONNREFUSED)',
  );
});

it('leaves every other failure as it is', () => {
  expect(missingDownload('  ⨯ Please specify project homepage')).toBeNull();
  expect(missingDownload('  • retrying after ETIMEDOUT\n  ⨯ the icon is missing')).toBeNull();
});
