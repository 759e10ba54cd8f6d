import { SaxesParser } from 'saxes';

/** A frame that is open, with the addresses of its pictures and objects. */
type Frame = string[];

/**
 * Addresses of pictures that are one of several in a frame, of which LibreOffice shows the best one (OpenDocument 1.3,
 * 10.4.2). Each comes with the addresses of the others.
 */
export function alternativesIn(xml: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const frames: Frame[] = [];
  const parser = new SaxesParser({ xmlns: false, position: false });
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  parser.on('error', (fault) => {
    throw fault;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (local(name) === 'frame') frames.push([]);
    const address = attributes['xlink:href'];
    if (address !== undefined) frames.at(-1)?.push(address);
  });
  parser.on('closetag', ({ name }) => {
    if (local(name) !== 'frame') return;
    const frame = frames.pop() ?? [];
    for (const address of frame)
      found.set(
        address,
        frame.filter((other) => other !== address),
      );
  });
  parser.write(xml).close();
  return found;
}
