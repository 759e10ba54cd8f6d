/** Why a viewer in a frame does not answer, by the names that its host is given. */
export const frameFaults = {
  frame_blocked:
    'The viewer did not load. Check that the service runs, and that the Content-Security-Policy of this page has its origin in frame-src.',
  handshake_timeout:
    'The viewer does not answer. The comparison needs the origin of this page as its embedOrigin, and a link that has not expired.',
} as const;
