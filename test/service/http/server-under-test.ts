/** A server over a comparer that the test chooses, a database in memory and a clock that the test sets. */
import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import type { TextComparer, TextResult, TextTask } from '../../../service/comparison/ports.ts';
import { TextComparisons } from '../../../service/comparison/text-comparisons.ts';
import { compareText } from '../../../service/comparison/compare-text.ts';
import { finishedResult } from '../../../service/comparison/finished-result.ts';
import { ViewerTokens } from '../../../service/comparison/viewer-token.ts';
import type { ServerSettings } from '../../../service/http/server-settings.ts';
import { createServer } from '../../../service/http/server.ts';
import { openDatabase } from '../../../service/store/open-database.ts';
import { SqliteComparisonStore } from '../../../service/store/sqlite-comparison-store.ts';

export interface ServerUnderTest {
  readonly server: FastifyInstance;
  /** What the comparer was asked. */
  readonly tasks: TextTask[];
  readonly logLines: string[];
  now: Date;
  close(): Promise<void>;
}

export interface Choices {
  readonly compare?: (task: TextTask, signal: AbortSignal) => Promise<TextResult>;
  readonly settings?: Partial<ServerSettings>;
}

export async function serverUnderTest({ compare, settings }: Choices = {}): Promise<ServerUnderTest> {
  const database = await openDatabase(':memory:');
  const logLines: string[] = [];
  const tasks: TextTask[] = [];
  const comparer: TextComparer = {
    compare: async (task, signal) => {
      tasks.push(task);
      return await (compare ?? ((asked) => Promise.resolve(finishedResult(compareText(asked), asked))))(task, signal);
    },
  };
  const comparisons = new TextComparisons({
    comparer,
    store: new SqliteComparisonStore(database),
    tokens: new ViewerTokens(new Uint8Array(32).fill(7)),
    now: () => under.now,
  });
  const server = await createServer({
    comparisons,
    log: pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) }),
    settings: {
      baseUrl: () => 'http://127.0.0.1:4870/v1',
      viewerUrl: () => 'http://127.0.0.1:4870',
      ownAddresses: ['https://diff.example/v1'],
      anonymousUnitsPerMonth: 100,
      version: '1.2.3',
      pageDirectory: '/nonexistent/page',
      stylesDirectory: '/nonexistent/styles',
      ...settings,
    },
  });
  const under: ServerUnderTest = {
    server,
    tasks,
    logLines,
    now: new Date('2025-03-01T12:00:00Z'),
    close: async () => {
      await server.close();
      await database.destroy();
    },
  };
  return under;
}
