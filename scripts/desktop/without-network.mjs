const NETWORK_FAULT = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b(?: (\S+))?/;

/**
 * The one sentence for an output of electron-builder that ended because a download failed; null for any other output.
 *
 * @param {string} output
 */
export function missingDownload(output) {
  // The line with this mark is the reason why the builder ended.
  const last = output.split('\n').findLast((line) => line.includes('⨯')) ?? '';
  const fault = NETWORK_FAULT.exec(last);
  if (fault === null) return null;
  const host = /[a-z]/.test(fault[2] ?? '') && fault[2]?.includes('.') ? fault[2] : 'github.com';
  return `Electron and the tools for installers come from ${host}, which did not answer (${fault[1]}): allow this machine to reach it, or set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR.`;
}
