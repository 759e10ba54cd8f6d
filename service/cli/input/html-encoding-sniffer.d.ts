declare module 'html-encoding-sniffer' {
  /** The name of the encoding that bytes of HTML declare (WHATWG HTML, "prescan a byte stream"); else the default. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { readonly defaultEncoding?: string; readonly transportLayerEncodingLabel?: string },
  ): string;
}
