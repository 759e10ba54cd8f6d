import { join } from 'node:path';
import type { Confinement, ConfinementName, Started } from './confinement.ts';
import { findConfinement } from './find-confinement.ts';
import { installedProgram, type InstalledProgram } from './installed-program.ts';

/** How a program is started. */
export interface ConfinedStart extends Started {
  /** Null: the system has nothing that confines it. */
  readonly confinement: ConfinementName | null;
  /** Its search path. A program that is started itself, and not by a script, finds no other program on it. */
  readonly path: string;
}

/** Starts the programs that read documents, confined where the system can. Each is tried once. */
export class Confinements {
  readonly #path: string;
  readonly #find: typeof findConfinement;
  readonly #found = new Map<string, Promise<Confinement | null>>();

  /** `path` is the search path of this process. `find` finds what confines a program; it may find nothing. */
  constructor(path: string, find: typeof findConfinement = findConfinement) {
    this.#path = path;
    this.#find = find;
  }

  /** How a command is confined; null if it is not. */
  async nameOf(command: string): Promise<ConfinementName | null> {
    const program = installedProgram(command);
    return program === null ? null : ((await this.#of(program))?.name ?? null);
  }

  /** How to start a command with these arguments. `work` is the folder with its files, the only one that it writes to. */
  async start(command: string, given: readonly string[], work: string): Promise<ConfinedStart> {
    const program = installedProgram(command);
    // A wrapper, whose parts are unknown.
    if (program === null) return { file: command, arguments: given, confinement: null, path: this.#path };
    const confinement = await this.#of(program);
    const started = confinement?.around({ ...program, work }, given) ?? { file: program.file, arguments: given };
    return { ...started, confinement: confinement?.name ?? null, path: join(work, 'no-programs') };
  }

  #of(program: InstalledProgram): Promise<Confinement | null> {
    const known = this.#found.get(program.file) ?? this.#find(program, this.#path);
    this.#found.set(program.file, known);
    return known;
  }
}
