import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runDiffsvc } from './run-diffsvc.ts';

const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/diffsvc', import.meta.url));

describe('the launcher', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'diffsvc-launcher-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps compiled code for the next call, with the packages it belongs to', () => {
    expect(runDiffsvc(['--help'], { cwd: folder }).code).toBe(0);
    expect(readdirSync(KEPT)).not.toEqual([]);
    expect(runDiffsvc(['--help'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
  });

  it('keeps it where the reader wants it', () => {
    const kept = join(folder, 'compiled');
    expect(runDiffsvc(['--help'], { cwd: folder, env: { NODE_COMPILE_CACHE: kept } }).code).toBe(0);
    expect(readdirSync(kept)).not.toEqual([]);
  });
});
