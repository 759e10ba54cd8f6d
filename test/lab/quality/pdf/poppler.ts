import { spawnSync } from 'node:child_process';

/** Text and CPU time of one run of poppler's pdftotext. */
export interface PopplerText {
  readonly text: string;
  readonly cpuMs: number;
}

const MAX_OUTPUT = 256 * 1024 * 1024;

/** Runs pdftotext on a file, measured by the shell's `time`. Null if it fails or is not installed. */
export function popplerText(path: string, options: readonly string[] = []): PopplerText | null {
  const script = 'TIMEFORMAT="%3U %3S"; time timeout 60 pdftotext "$@" - 2>/dev/null; exit ${PIPESTATUS[0]}';
  const result = spawnSync('bash', ['-c', script, 'bash', ...options, path], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  });
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(result.stderr);
  if (result.status !== 0 || !times) return null;
  return { text: result.stdout, cpuMs: 1000 * (Number(times[1]) + Number(times[2])) };
}
