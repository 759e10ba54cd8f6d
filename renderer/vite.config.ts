import { defineConfig, loadEnv } from 'vite';
import { pageBuild } from './page-build.ts';

/** Builds the application; run from the project root, like every command of the project. */
export default defineConfig(({ mode }) => {
  // `vite --config renderer/vite.config.ts` serves the pages while they are worked on, beside a service that runs.
  const { DIFFSVC_PORT = '4870' } = loadEnv(mode, '.', 'DIFFSVC_');
  const service = `http://127.0.0.1:${DIFFSVC_PORT}`;
  return { ...pageBuild('index'), server: { proxy: { '/v1': service, '/styles': service } } };
});
