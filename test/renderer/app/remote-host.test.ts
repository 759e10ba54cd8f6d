import { expect, test } from 'vitest';
import { remoteHostOf } from '../../../renderer/app/remote-host.ts';
import { appMessages } from '../../../renderer/strings/app.ts';

test('a service on this machine has no other host', () => {
  for (const host of ['localhost:4100', '127.0.0.1:4100', '[::1]:4100']) {
    expect(remoteHostOf(`http://${host}/view/x`)).toBeNull();
  }
});

test('the page names the host of a service on another machine, and does not promise that nothing leaves this one', () => {
  for (const host of ['compare.example.org', '192.168.0.7:4100', 'localhost.example.org']) {
    expect(remoteHostOf(`https://${host}/`)).toBe(host);
    expect(appMessages.startText(host)).toContain(host);
    expect(appMessages.startText(host)).not.toContain('Nothing leaves');
  }
  expect(appMessages.startText(null)).toContain('Nothing leaves this machine.');
});
