/** Pictures that make a program open a file, or start a program. */
import { gzipSync } from 'node:zlib';

/** An SVG that shows the picture at an address. `beginning` is put after its first name. */
export function leakySvg(address: string, beginning = ''): Buffer {
  return Buffer.from(
    `<svg ${beginning}xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><image width="60" height="60" xlink:href="${address}"/></svg>`,
  );
}

/** The same with the signature of an EMF at its place, but without the first record of one. */
export function svgLikeEmf(address: string): Buffer {
  return leakySvg(address, `${'a=""'.padEnd(34)} EMF="" `);
}

/** The same, packed. */
export function packedSvg(address: string): Buffer {
  return gzipSync(leakySvg(address));
}

/** A PostScript that LibreOffice shows by Ghostscript. */
export const EPS = Buffer.from(
  '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n%%EndComments\n1 0 0 setrgbcolor 0 0 100 100 rectfill\nshowpage\n%%EOF\n',
);

/** A record of an EMF, filled to four bytes. */
export function emfRecord(type: number, data: Uint8Array): Buffer {
  const size = 8 + Math.ceil(data.length / 4) * 4;
  const record = Buffer.alloc(size);
  record.writeUInt32LE(type, 0);
  record.writeUInt32LE(size, 4);
  record.set(data, 8);
  return record;
}

/** An EMF with these records between its header and its end. */
export function emf(...records: readonly Buffer[]): Buffer {
  const header = emfRecord(1, Buffer.alloc(92));
  const rectangles = [0, 0, 99, 99, 0, 0, 2_600, 2_600];
  for (const [index, value] of rectangles.entries()) header.writeInt32LE(value, 8 + index * 4);
  header.write(' EMF', 40, 'latin1');
  header.writeUInt32LE(0x1_0000, 44);
  const end = emfRecord(14, Buffer.from([0, 0, 0, 0, 16, 0, 0, 0, 20, 0, 0, 0]));
  const all = [header, ...records, end];
  header.writeUInt32LE(Buffer.concat(all).length, 48);
  header.writeUInt32LE(all.length, 52);
  header.writeUInt16LE(1, 56);
  for (const [at, value] of [
    [72, 1_000],
    [76, 1_000],
    [80, 300],
    [84, 300],
  ] as const)
    header.writeUInt32LE(value, at);
  return Buffer.concat(all);
}

/** A rectangle of an EMF. */
export const EMF_RECTANGLE = emfRecord(43, int32(5, 5, 90, 90));

/** An EMF whose comment, in the later format EMF+, is an SVG in the place of a bitmap. */
export function leakyEmf(address: string): Buffer {
  const svg = leakySvg(address);
  const bitmap = Buffer.concat([int32(0xdbc01002, 1, 90, 90, 0, 0, 1), svg, Buffer.alloc((4 - (svg.length % 4)) % 4)]);
  const rectangle = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(16);
    for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
    return bytes;
  };
  const image = Buffer.concat([int32(-1, 2), rectangle(0, 0, 90, 90), rectangle(0, 0, 90, 90)]);
  const plus = [
    plusRecord(0x4001, 0, int32(0xdbc01002, 0, 96, 96)),
    plusRecord(0x4008, 0x0500, bitmap),
    plusRecord(0x401a, 0, image),
    plusRecord(0x4002, 0, Buffer.alloc(0)),
  ];
  const data = Buffer.concat([Buffer.from('EMF+'), ...plus]);
  return emf(EMF_RECTANGLE, emfRecord(70, Buffer.concat([int32(data.length), data])));
}

/** A record of EMF+ ([MS-EMFPLUS] 2.3). */
function plusRecord(type: number, flags: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(flags, 2);
  head.writeUInt32LE(12 + data.length, 4);
  head.writeUInt32LE(data.length, 8);
  return Buffer.concat([head, data]);
}

function int32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value | 0, index * 4);
  return bytes;
}

/** A WMF with a record whose data is an escape with these bytes, and a rectangle. */
export function wmfWithEscape(data: Buffer): Buffer {
  const record = (called: number, content: Buffer): Buffer => {
    const head = Buffer.alloc(6);
    head.writeUInt32LE((6 + content.length) / 2, 0);
    head.writeUInt16LE(called, 4);
    return Buffer.concat([head, content]);
  };
  const escape = Buffer.alloc(4);
  escape.writeUInt16LE(15, 0);
  escape.writeUInt16LE(data.length, 2);
  const even = Buffer.concat([escape, data, Buffer.alloc(data.length % 2)]);
  const header = Buffer.alloc(18);
  header.writeUInt32LE(0x0009_0001, 0);
  header.writeUInt16LE(0x300, 4);
  const rectangle = Buffer.from([90, 0, 90, 0, 5, 0, 5, 0]);
  return Buffer.concat([header, record(0x0626, even), record(0x041b, rectangle), record(0, Buffer.alloc(0))]);
}

/** The beginning of a QuickDraw picture. */
export const PICT = Buffer.concat([
  Buffer.alloc(512),
  Buffer.from('0000000000000064006400110 2ff0c00fffe'.replaceAll(' ', ''), 'hex'),
]);
