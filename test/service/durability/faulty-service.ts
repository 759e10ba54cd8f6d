/**
 * The service as a process that kills itself with SIGKILL at a fault point: `faulty-service.ts POINT`, at its first
 * passing. Everything else is as in service/main.ts.
 */
import { pino } from 'pino';
import { readConfiguration } from '../../../service/configuration/read-configuration.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { startService } from '../../../service/start-service.ts';

const [, , deadly] = process.argv;
const log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }));
const service = await startService(readConfiguration({}, process.env), findPrograms(process.env), log, (point) => {
  if (point === deadly) process.kill(process.pid, 'SIGKILL');
});
process.stdout.write(`listening ${service.baseUrl}\n`);
