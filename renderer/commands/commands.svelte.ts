import type { Command } from './command.ts';
import { isCharacter, isOver, isTyping, keyOf } from './keys.ts';

/** Keys that work in text fields, too: no text has them. */
const EVERYWHERE = ['F7', 'F8', 'Mod+k', 'Mod+f', 'Mod+Enter'];

/** The commands of a page, and its one handler of keys. */
export class Commands {
  /** Whether single characters are commands. Readers with speech input turn this off. */
  characters = $state(true);
  #sources: readonly (() => readonly Command[])[] = $state.raw([]);

  /** Every command that has a sense now. */
  get all(): readonly Command[] {
    return this.#sources.flatMap((source) => source()).filter(({ offered }) => offered?.() ?? true);
  }

  /** Adds commands. The result removes them. */
  add(source: () => readonly Command[]): () => void {
    this.#sources = [...this.#sources, source];
    return () => {
      this.#sources = this.#sources.filter((each) => each !== source);
    };
  }

  /** A command by id; undefined if it has no sense now. */
  find(id: string): Command | undefined {
    return this.all.find((command) => command.id === id);
  }

  /** Carries out the command of a key. Letters in text fields and keys in dialogs and menus are not commands. */
  onkeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const key = keyOf(event);
    if (isCharacter(key) && !this.characters) return;
    if (isTyping(event.target) && !EVERYWHERE.includes(key)) return;
    if (isOver(event.target)) return;
    // The newest source is on top.
    const command = this.all.findLast(({ keys }) => keys?.includes(key));
    if (command === undefined) return;
    event.preventDefault();
    if (event.repeat && command.once === true) return;
    command.run();
  };
}
