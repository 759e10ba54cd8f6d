const FRAME_CLASS = 'diffsvc-embed';

/** `:where` has no specificity, so the host page's own rules win. */
const RULES = `:where(iframe.${FRAME_CLASS}){border:0;display:block;height:100%;min-height:20rem;width:100%}`;

/**
 * Styles the frames with one style element. If the page's policy blocks that element, it sets properties on the frame
 * instead.
 */
export function styleFrame(frame: HTMLIFrameElement, nonce: string | undefined): void {
  frame.className = FRAME_CLASS;
  const style = styleElement() ?? addStyleElement(nonce);
  if (style.sheet === null || style.sheet.cssRules.length === 0) {
    Object.assign(frame.style, { border: '0', display: 'block', height: '100%', minHeight: '20rem', width: '100%' });
  }
}

/** Removes the style element with the last frame. */
export function unstyleFrames(): void {
  if (document.querySelector(`iframe.${FRAME_CLASS}`) === null) styleElement()?.remove();
}

function styleElement(): HTMLStyleElement | null {
  return document.querySelector<HTMLStyleElement>(`style.${FRAME_CLASS}`);
}

function addStyleElement(nonce: string | undefined): HTMLStyleElement {
  const style = document.createElement('style');
  style.className = FRAME_CLASS;
  if (nonce !== undefined) style.nonce = nonce;
  style.textContent = RULES;
  document.head.append(style);
  return style;
}
