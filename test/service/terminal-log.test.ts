/** Somebody who runs the service in a terminal reads sentences, not JSON. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { terminalLog } from '../../service/terminal-log.ts';

it('says each problem in one plain line', () => {
  const lines: string[] = [];
  const log = pino(
    { level: 'warn' },
    terminalLog((line) => lines.push(line)),
  );
  log.info('the database is sound');
  log.warn({ free: 3 }, 'the disk is almost full');
  log.error(new Error('no such file'), 'a backup failed');
  log.error(new Error('alone'));
  log.warn('a\u001b[31mred\nline');
  expect(lines).toEqual([
    'diffsvc: the disk is almost full\n',
    'diffsvc: a backup failed: no such file\n',
    'diffsvc: alone\n',
    expect.not.stringMatching(/\u001b|\n./u),
  ]);
});
