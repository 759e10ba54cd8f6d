/** The fonts of a theme (ECMA-376 part 1, 20.1.4.1.16 to 20.1.4.1.25). */
import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** The fonts of one level of a theme. An empty name stands for none. */
interface FontCollection {
  readonly latin: string;
  readonly eastAsian: string;
  readonly complex: string;
}

/** Names of the fonts that styles call "major" and "minor". */
export class ThemeFonts {
  readonly #major: FontCollection;
  readonly #minor: FontCollection;

  /** `theme`: the theme part, if there is one. */
  constructor(theme: XmlElement | undefined) {
    const scheme = childOf(childOf(theme, 'a:themeElements'), 'a:fontScheme');
    const collection = (name: string): FontCollection => {
      const face = (script: string): string => childOf(childOf(scheme, name), script)?.attributes.get('typeface') ?? '';
      return { latin: face('a:latin'), eastAsian: face('a:ea'), complex: face('a:cs') };
    };
    this.#major = collection('a:majorFont');
    this.#minor = collection('a:minorFont');
  }

  /**
   * The font of a name such as `minorHAnsi` or `majorBidi` (17.18.96); undefined if there is no name, or the theme states
   * none.
   */
  nameOf(themed: string | undefined): string | undefined {
    if (themed === undefined) return undefined;
    const { latin, eastAsian, complex } = themed.startsWith('major') ? this.#major : this.#minor;
    const name = themed.endsWith('EastAsia') ? eastAsian : themed.endsWith('Bidi') ? complex : latin;
    return name || undefined;
  }
}
