/** The fonts of a theme (ECMA-376 part 1, 20.1.4.1.16 to 20.1.4.1.25). */
import { childOf, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Names of the fonts that styles call "major" and "minor". */
export class ThemeFonts {
  readonly #major: string | undefined;
  readonly #minor: string | undefined;

  /** `theme`: the theme part, if there is one. */
  constructor(theme: XmlElement | undefined) {
    const scheme = childOf(childOf(theme, 'a:themeElements'), 'a:fontScheme');
    const latin = (name: string): string | undefined =>
      childOf(childOf(scheme, name), 'a:latin')?.attributes.get('typeface') || undefined;
    this.#major = latin('a:majorFont');
    this.#minor = latin('a:minorFont');
  }

  /** The font of a name such as `minorHAnsi` (17.18.96); undefined if there is no name, or the theme states none. */
  nameOf(themed: string | undefined): string | undefined {
    if (themed === undefined) return undefined;
    return themed.startsWith('major') ? this.#major : this.#minor;
  }
}
