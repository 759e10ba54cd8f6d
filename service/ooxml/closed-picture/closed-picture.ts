/** A copy of a picture that loads nothing and starts nothing, whatever its name says that it is. */
import { gunzipSync } from 'node:zlib';
import { closedEmf } from './closed-emf.ts';
import { closedSvg } from './closed-svg.ts';
import { closedWmf } from './closed-wmf.ts';
import { pictureKind } from './picture-kind.ts';
import { placeholder } from './placeholder.ts';

/** Maximum size of a packed picture when it is unpacked. */
const UNPACKED_MAX_BYTES = 32 * 1024 * 1024;

/**
 * The copy; the picture itself if it is one of plain pixels. A picture of any other kind becomes a grey one, whose bytes
 * differ as those of the pictures do.
 */
export function closedPicture(bytes: Uint8Array): Uint8Array {
  return shownPicture(bytes) ?? placeholder(bytes);
}

/** The copy, or null for a picture of any other kind. */
export function shownPicture(bytes: Uint8Array): Uint8Array | null {
  const kind = pictureKind(bytes);
  if (kind !== 'packed') return unpacked(bytes, kind);
  const inner = gunzipped(bytes);
  return inner === null ? null : unpacked(inner, pictureKind(inner));
}

function unpacked(bytes: Uint8Array, kind: ReturnType<typeof pictureKind>): Uint8Array | null {
  switch (kind) {
    case 'raster':
      return bytes;
    case 'emf':
      return closedEmf(bytes);
    case 'wmf':
      return closedWmf(bytes);
    case 'drawing':
      return closedSvg(bytes);
    default:
      return null;
  }
}

function gunzipped(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: UNPACKED_MAX_BYTES });
  } catch {
    return null;
  }
}
