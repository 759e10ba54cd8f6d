import type { ComparedFormat } from '../../shared/api/text-spellings.ts';

const EXTENSIONS: Readonly<Record<string, ComparedFormat>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'txt',
  text: 'txt',
  json: 'json',
};

function formatOfName(name: string): ComparedFormat | null {
  const extension = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(EXTENSIONS, extension) ? (EXTENSIONS[extension] ?? null) : null;
}

/**
 * The format that both file names indicate. Null if a side has no file, or if the extensions are unknown or differ.
 * Then the service detects the format from the texts.
 */
export function formatOfNames(original: string | null, revised: string | null): ComparedFormat | null {
  if (original === null || revised === null) return null;
  const format = formatOfName(original);
  return format === formatOfName(revised) ? format : null;
}
