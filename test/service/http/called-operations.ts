import { OPERATIONS } from '../../../service/http/installation/describe-interface.ts';
import type { DescribedOperation } from '../../../service/http/openapi/operation.ts';

/** The operations that the log of a service does not have with a good answer. */
export function notCalled(log: string, isWanted: (operation: DescribedOperation) => boolean): string[] {
  const answered = log
    .split('\n')
    .filter((line) => line.includes('"answered"') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { method: string; path: string; status: number })
    .filter(({ status }) => status < 400);
  return OPERATIONS.filter((operation) => {
    if (!isWanted(operation)) return false;
    const pattern = new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
    return !answered.some(({ method, path }) => method === operation.method.toUpperCase() && pattern.test(path));
  }).map(({ method, path }) => `${method} ${path}`);
}
