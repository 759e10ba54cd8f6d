import type { Readable } from 'node:stream';
import { StartFailure } from './start-failure.ts';

/** 256 bits as base64url, like a link's code. */
const LINK_CODE = /^[\w-]{43}$/;
const LINE_MOST_CHARACTERS = 100;
/** The shell writes before the process has started. A person who tries the flag in a terminal gets an answer soon. */
const PATIENCE_MS = 10_000;

/**
 * The desktop shell that started this process. It writes its sign-in code as one line to standard input. So no secret
 * is in an argument or the environment, where every program of the user could read it. It then holds the input open
 * while it lives. The end of the input ends the service on every system, however the shell ended.
 */
export class ParentShell {
  readonly linkCode: string;
  /** Resolves when the shell has ended. */
  readonly ended: Promise<string>;

  readonly #input: Readable;

  private constructor(input: Readable, linkCode: string, ended: Promise<string>) {
    this.#input = input;
    this.linkCode = linkCode;
    this.ended = ended;
  }

  /** Stops listening, because an open input would keep the process alive. */
  leave(): void {
    this.#input.destroy();
  }

  /** Waits for the shell's line. Throws `StartFailure` without a line, or if it is no code. */
  static async greet(input: Readable, patienceMs: number = PATIENCE_MS): Promise<ParentShell> {
    const ended = new Promise<string>((resolve) => {
      for (const event of ['end', 'close', 'error']) input.once(event, () => resolve('the shell ended'));
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(noCode(`nothing came within ${patienceMs / 1_000} seconds`)), patienceMs);
    });
    try {
      const line = await Promise.race([firstLine(input), ended.then(() => null), tooLate]);
      if (line === null) throw noCode('it ended');
      if (!LINK_CODE.test(line)) throw noCode('the line is no code of 43 letters, digits, - and _');
      return new ParentShell(input, line, ended);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The first line, or the beginning of one that is too long for a code. The rest is dropped. */
function firstLine(input: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    input.setEncoding('utf8').on('data', (part: string) => {
      if (text.length > LINE_MOST_CHARACTERS) return;
      text += part;
      const end = text.indexOf('\n');
      if (end >= 0 || text.length > LINE_MOST_CHARACTERS) resolve(end >= 0 ? text.slice(0, end).trimEnd() : text);
    });
  });
}

function noCode(reason: string): StartFailure {
  return new StartFailure(
    `--by-shell waits for the code of a link on standard input, and ${reason}. The desktop application uses it; start the service by hand without it.`,
    null,
  );
}
