import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../service/configuration/configuration.ts';
import { readConfiguration } from '../../../service/configuration/read-configuration.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-configuration-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function settings(content: unknown): void {
  writeFileSync(join(dataDir, 'config.json'), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the configuration', () => {
  it('has defaults', () => {
    expect(readConfiguration({ dataDir }, {})).toMatchObject({
      port: 4870,
      host: '127.0.0.1',
      dataDir,
      baseUrl: null,
      viewerUrl: null,
      pageLayoutSeconds: 30,
      logLevel: null,
      logFile: null,
      plans: {
        anonymous: { requestsPerMinute: 10, unitsPerMonth: 100, hostedTtlSeconds: [86_400], review: false },
        basic: { requestsPerMinute: 30, unitsPerMonth: 500, inputMaxBytes: 5_242_880, review: false },
        creator: { requestsPerMinute: 120, unitsPerMonth: 5_000, hostedTtlSeconds: [86_400, 115_200], review: true },
        creator_pro: { requestsPerMinute: 300, unitsPerMonth: 25_000, inputMaxBytes: 10_485_760, review: true },
      },
    });
    expect(readConfiguration({ dataDir }, {}).workers).toBeGreaterThan(0);
  });

  it('prefers the flag to the variable, the variable to the file', () => {
    settings({ port: 1, host: 'localhost', logLevel: 'debug' });
    expect(readConfiguration({ dataDir }, {})).toMatchObject({ port: 1, host: 'localhost', logLevel: 'debug' });
    expect(readConfiguration({ dataDir }, { DIFFSVC_PORT: '2' })).toMatchObject({ port: 2, host: 'localhost' });
    expect(readConfiguration({ dataDir, port: '3' }, { DIFFSVC_PORT: '2' })).toMatchObject({ port: 3 });
    expect(readConfiguration({ dataDir }, { DIFFSVC_PORT: '' }).port).toBe(1);
    expect(readConfiguration({}, { DIFFSVC_DATA_DIR: dataDir }).port).toBe(1);
  });

  it('limits the layout of pages as the variable or the file says', () => {
    settings({ pageLayoutSeconds: 90 });
    expect(readConfiguration({ dataDir }, {}).pageLayoutSeconds).toBe(90);
    expect(readConfiguration({ dataDir }, { DIFFSVC_PAGE_LAYOUT_SECONDS: '120' }).pageLayoutSeconds).toBe(120);
  });

  it('places the log in the data directory, elsewhere, or on standard error', () => {
    const logFileOf = (DIFFSVC_LOG_FILE: string) => readConfiguration({ dataDir }, { DIFFSVC_LOG_FILE }).logFile;
    expect(logFileOf('service.log')).toBe(join(dataDir, 'service.log'));
    expect(logFileOf('/var/log/diffsvc.log')).toBe('/var/log/diffsvc.log');
    settings({ logFile: 'a.log' });
    expect(logFileOf('')).toBe(join(dataDir, 'a.log'));
    expect(logFileOf('-')).toBeNull();
  });

  it('reads plans with and without `plans` around them', () => {
    for (const DIFFSVC_PLANS of ['{"basic":{"unitsPerMonth":3}}', '{"plans":{"basic":{"unitsPerMonth":3}}}']) {
      expect(readConfiguration({ dataDir }, { DIFFSVC_PLANS }).plans).toMatchObject({
        basic: { unitsPerMonth: 3, requestsPerMinute: 30 },
        creator: { unitsPerMonth: 5_000, requestsPerMinute: 120 },
      });
    }
    settings({ plans: { anonymous: { unitsPerMonth: 7, requestsPerMinute: 2 } } });
    const { anonymous } = readConfiguration({ dataDir }, {}).plans;
    expect(anonymous).toMatchObject({ unitsPerMonth: 7, requestsPerMinute: 2, inputMaxBytes: 5_242_880 });
  });

  it('reads retention times, some or all', () => {
    const defaults = {
      replySeconds: 604_800,
      uploadUrlSeconds: 900,
      uploadSeconds: 86_400,
      comparisonSeconds: 86_400,
      artifactSeconds: 86_400,
    };
    expect(readConfiguration({ dataDir }, {}).retention).toEqual(defaults);
    const DIFFSVC_RETENTION = '{"uploadSeconds":60}';
    expect(readConfiguration({ dataDir }, { DIFFSVC_RETENTION }).retention).toEqual({ ...defaults, uploadSeconds: 60 });
    settings({ retention: { replySeconds: 5 } });
    expect(readConfiguration({ dataDir }, {}).retention.replySeconds).toBe(5);
  });

  it.each(['https://diff.example', 'https://diff.example/', 'https://diff.example/v1', 'https://diff.example/v1/'])(
    'takes the address %s',
    (address) => {
      const { baseUrl } = readConfiguration({ dataDir }, { DIFFSVC_BASE_URL: address });
      expect(baseUrl).toBe('https://diff.example/v1');
    },
  );

  it('takes addresses, an IPv6 host, and drops the slash at an end', () => {
    const read = readConfiguration(
      { dataDir, host: '[::1]', port: '0' },
      { DIFFSVC_BASE_URL: 'https://diff.example/v1/', DIFFSVC_VIEWER_URL: 'https://view.example/' },
    );
    expect(read).toMatchObject({
      host: '::1',
      port: 0,
      baseUrl: 'https://diff.example/v1',
      viewerUrl: 'https://view.example',
    });
  });

  it.each([
    [{ DIFFSVC_PORT: '70000' }, /DIFFSVC_PORT is "70000".* 0 to 65535/],
    [{ DIFFSVC_PORT: '4870x' }, /DIFFSVC_PORT is "4870x"/],
    [{ DIFFSVC_PORT: '-1' }, /DIFFSVC_PORT is "-1"/],
    [{ DIFFSVC_HOST: 'http://localhost' }, /DIFFSVC_HOST/],
    [{ DIFFSVC_BASE_URL: 'http://127.0.0.1:4870/v2' }, /DIFFSVC_BASE_URL/],
    [{ DIFFSVC_BASE_URL: 'ftp://127.0.0.1/v1' }, /DIFFSVC_BASE_URL/],
    [{ DIFFSVC_VIEWER_URL: 'http://a/path' }, /DIFFSVC_VIEWER_URL/],
    [{ DIFFSVC_WORKERS: '0' }, /DIFFSVC_WORKERS/],
    [{ DIFFSVC_PAGE_LAYOUT_SECONDS: '0' }, /DIFFSVC_PAGE_LAYOUT_SECONDS is "0".* 1 to 3600/],
    [{ DIFFSVC_LOG_LEVEL: 'loud' }, /DIFFSVC_LOG_LEVEL is "loud".*debug/],
    [{ DIFFSVC_RETENTION: '{"days":1}' }, /replySeconds/],
    [{ DIFFSVC_RETENTION: '{"replySeconds":0}' }, /replySeconds is 0/],
    [{ DIFFSVC_PLANS: '{' }, /DIFFSVC_PLANS/],
    [{ DIFFSVC_PLANS: '{"gold":{}}' }, /gold/],
    [{ DIFFSVC_PLANS: '{"basic":{"unitsPerMonth":-1}}' }, /unitsPerMonth/],
    [{ DIFFSVC_PLANS: '{"basic":{"unitPerMonth":1}}' }, /"unitPerMonth"; it has to be one of unitsPerMonth/],
  ])('refuses %j and names the value', (environment, message) => {
    const read = (): unknown => readConfiguration({ dataDir }, environment);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(message);
  });

  it('says what is wrong with the file', () => {
    settings('{"port":');
    expect(() => readConfiguration({ dataDir }, {})).toThrow(/config\.json is not JSON/);
    settings([]);
    expect(() => readConfiguration({ dataDir }, {})).toThrow(/config\.json/);
    settings({ port: '80a' });
    expect(() => readConfiguration({ dataDir }, {})).toThrow(/"port" in config\.json is "80a"/);
    settings({ prot: 80 });
    expect(() => readConfiguration({ dataDir }, {})).toThrow(
      /"prot" in config\.json is unknown; the closest known name is port/,
    );
    settings({ colour: 'red' });
    expect(() => readConfiguration({ dataDir }, {})).toThrow(
      /"colour" in config\.json is unknown; it has to be one of port, host/,
    );
    settings({ port: 1.5 });
    expect(() => readConfiguration({ dataDir }, {})).toThrow(/"port" in config\.json is 1\.5/);
  });
});
