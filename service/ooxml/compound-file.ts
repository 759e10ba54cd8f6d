/**
 * Recognizes OLE compound files ([MS-CFB]) by their header. An encrypted DOCX is one ([MS-OFFCRYPTO], 2.3.4.4), and
 * so is a binary DOC.
 */
const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Name of the stream that holds an encrypted package, as directory entries spell it (UTF-16LE). */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether the bytes begin like a compound file. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return bytes.length >= SIGNATURE.length && SIGNATURE.every((byte, at) => bytes[at] === byte);
}

/** Whether a compound file names a stream of an encrypted package anywhere. */
export function isEncryptedPackage(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_STREAM);
}
