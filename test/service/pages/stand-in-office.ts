/** A program in the place of LibreOffice that does what a test wants of it. It needs a POSIX shell. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Confinements } from '../../../service/pages/confinement/confinements.ts';
import type { Programs } from '../../../service/pages/programs.ts';

/**
 * What it does with a document. A part of a PDF is reported as a success. It converts a text for a trial, unless it does not
 * run.
 */
export type OfficeConduct =
  | 'works'
  | 'sleeps'
  | 'crashes'
  | 'crashes once'
  | 'writes nothing'
  | 'writes half a PDF'
  | 'writes no end'
  | 'does not run';

/** A stand-in for LibreOffice in a folder of its own. */
export class StandInOffice {
  readonly #folder = mkdtempSync(join(tmpdir(), 'diffsvc-stand-in-'));

  /** `pdf` is what it makes of every file. */
  constructor(pdf: Uint8Array) {
    writeFileSync(join(this.#folder, 'whole.pdf'), pdf);
    writeFileSync(join(this.#folder, 'half.pdf'), pdf.subarray(0, pdf.length / 2));
    // A reader repairs it.
    writeFileSync(join(this.#folder, 'no-end.pdf'), pdf.subarray(0, Buffer.from(pdf).indexOf('startxref')));
    this.behave('works');
  }

  /** Search path with it as `soffice`. */
  get path(): string {
    return `${this.#folder}:/usr/bin:/bin`;
  }

  get programs(): Programs {
    return { office: join(this.#folder, 'soffice'), browser: null, confinements: new Confinements(this.path) };
  }

  /** From now on it does this. */
  behave(conduct: OfficeConduct): void {
    const folder = this.#folder;
    const writes = (name: string): string => `cp '${folder}/${name}.pdf' "$outdir/source.pdf"`;
    const act: Record<OfficeConduct, string> = {
      works: writes('whole'),
      'writes half a PDF': writes('half'),
      'writes no end': writes('no-end'),
      // LibreOffice starts a second process, too.
      sleeps: `sleep 3600 & echo "$$ $!" >> '${folder}/asleep'; wait`,
      'does not run': 'exit 127',
      crashes: 'echo "Unspecified Application Error" >&2; exit 1',
      'writes nothing': ':',
      'crashes once': `if mkdir '${folder}/crashed' 2>/dev/null; then exit 1; fi; ${writes('whole')}`,
    };
    const program = join(folder, 'soffice');
    const trial = conduct === 'does not run' ? '' : `case "$1" in *.txt) ${writes('whole')}; exit 0 ;; esac\n`;
    writeFileSync(
      program,
      `#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" = --outdir ] && outdir=$2; shift; done\n${trial}${act[conduct]}\n`,
    );
    chmodSync(program, 0o755);
  }

  /** Numbers of the processes that fell asleep. */
  get asleep(): readonly number[] {
    try {
      return readFileSync(join(this.#folder, 'asleep'), 'utf8').trim().split(/\s+/).map(Number);
    } catch {
      return [];
    }
  }

  /** How many of them are still there. */
  get sleeping(): number {
    return this.asleep.filter(isRunning).length;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A killed process whose parent has not asked for its end yet is still listed.
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
