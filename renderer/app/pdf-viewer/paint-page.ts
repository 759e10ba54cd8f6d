import type { Attachment } from 'svelte/attachments';
import type { PdfPage } from './open-pdf.ts';

/** The distance from the viewport at which a page is painted in advance. */
const AHEAD = '50%';

/** Paints a page on a canvas when it approaches the viewport, in the resolution of the screen. */
export function paintPage(page: PdfPage): Attachment<HTMLCanvasElement> {
  return (canvas) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void paint(canvas, page);
      },
      { root: canvas.parentElement, rootMargin: AHEAD },
    );
    observer.observe(canvas);
    return () => observer.disconnect();
  };
}

async function paint(canvas: HTMLCanvasElement, { load }: PdfPage): Promise<void> {
  const loaded = await load();
  const { width } = loaded.getViewport({ scale: 1 });
  const viewport = loaded.getViewport({ scale: (canvas.clientWidth * devicePixelRatio) / width });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
  await loaded.render({ canvas, viewport }).promise;
}
