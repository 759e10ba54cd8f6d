/** Ideographs and kana. A line may end between any two of them. */
const BREAKS_ANYWHERE = /^[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u;

/** Whether a line may break beside this character, so that two lines join without a space. */
export function breaksAnywhere(character: string): boolean {
  return BREAKS_ANYWHERE.test(character);
}
