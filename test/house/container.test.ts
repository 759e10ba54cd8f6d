import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HEALTH_PATH } from '../../shared/api/endpoint-paths.ts';

const TEXT = readFileSync(fileURLToPath(new URL('../../deploy/Dockerfile', import.meta.url)), 'utf8');

describe('the container', () => {
  test('is described without a fault or a warning', () => {
    expect(validate(TEXT).map(({ code, range }) => ({ line: range.start.line + 1, code }))).toEqual([]);
    // The linter finds what is wrong.
    expect(validate(TEXT.replace('EXPOSE 4870', 'EXPOSED 4870'))).not.toEqual([]);
  });

  test('runs without root, keeps its data in a volume, and can be asked for its health', () => {
    const instructions = DockerfileParser.parse(TEXT).getInstructions();
    const last = instructions.slice(instructions.findLastIndex((each) => each.getKeyword() === 'FROM'));
    const argumentsOf = (keyword: string) =>
      last.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent());
    expect(argumentsOf('USER')).toEqual(['node']);
    expect(argumentsOf('VOLUME')).toEqual(['["/data"]']);
    expect(argumentsOf('ENV').join(' ')).toContain('DIFFSVC_DATA_DIR=/data');
    expect(argumentsOf('HEALTHCHECK').join(' ')).toContain(HEALTH_PATH);
    // Nothing is installed as root after the user has changed.
    const user = last.findIndex((each) => each.getKeyword() === 'USER');
    expect(last.slice(user).some((each) => each.getKeyword() === 'RUN')).toBe(false);
  });
});
