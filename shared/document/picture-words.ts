import { PICTURE, type Image, type Run } from './model.ts';

/** An image in words, in brackets: "[image: Site plan]". */
export function imageInWords({ alt }: Pick<Image, 'alt'>): string {
  return alt.trim() === '' ? '[image]' : `[image: ${alt}]`;
}

/** A changed picture in words, with its displayed size, which may be all that changed. */
export function pictureInWords({ alt, width, height }: Pick<Image, 'alt' | 'width' | 'height'>): string {
  const size = width === undefined || height === undefined ? [] : [`${width} × ${height} px`];
  const facts = [...(alt.trim() === '' ? [] : [alt]), ...size];
  return facts.length === 0 ? '[image]' : `[image: ${facts.join(', ')}]`;
}

/** The text of runs with words in place of images. */
export function runsInWords(runs: readonly Run[]): string {
  return runs.map(({ image, text }) => (image ? imageInWords(image) : text)).join('');
}

/** A text in which the pictures are in words. `pictures`: one for each `PICTURE` of the text, in order. */
export function textInWords(text: string, pictures: readonly Pick<Image, 'alt' | 'width' | 'height'>[] = []): string {
  let next = 0;
  return text.replaceAll(PICTURE, (sign) => {
    const picture = pictures[next++];
    return picture === undefined ? sign : pictureInWords(picture);
  });
}
