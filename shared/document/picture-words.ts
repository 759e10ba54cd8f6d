import { PICTURE, type Image, type Run } from './model.ts';

/** An image in words, in brackets: "[image: Site plan]". */
export function imageInWords({ alt }: Pick<Image, 'alt'>): string {
  return alt.trim() === '' ? '[image]' : `[image: ${alt}]`;
}

/** What a changed picture has beside its description. Any of it may be all that changed. */
type PictureFacts = Pick<Image, 'alt' | 'width' | 'height'> & Partial<Pick<Image, 'src'>>;

/** A changed picture in words: its description, its address without its data, and its displayed size. */
export function pictureInWords({ alt, src = '', width, height }: PictureFacts): string {
  const isAddress = src !== '' && !src.startsWith('data:');
  const facts = [alt.trim(), isAddress ? src : '', sizeInWords(width, height)].filter((fact) => fact !== '');
  return facts.length === 0 ? '[image]' : `[image: ${facts.join(', ')}]`;
}

function sizeInWords(width: number | undefined, height: number | undefined): string {
  if (width !== undefined && height !== undefined) return `${width} × ${height} px`;
  if (width !== undefined) return `width ${width} px`;
  return height === undefined ? '' : `height ${height} px`;
}

/** The text of runs with words in place of images. */
export function runsInWords(runs: readonly Run[]): string {
  return runs.map(({ image, text }) => (image ? imageInWords(image) : text)).join('');
}

/** A text in which the pictures are in words. `pictures`: one for each `PICTURE` of the text, in order. */
export function textInWords(text: string, pictures: readonly PictureFacts[] = []): string {
  let next = 0;
  return text.replaceAll(PICTURE, (sign) => {
    const picture = pictures[next++];
    return picture === undefined ? sign : pictureInWords(picture);
  });
}
