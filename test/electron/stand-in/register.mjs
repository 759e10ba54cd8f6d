/** Lets a program that asks for `electron` get the stand-in: `node --import …/register.mjs main.cjs`. */
import { registerHooks } from 'node:module';

const STAND_IN = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    return specifier === 'electron'
      ? { url: STAND_IN, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context);
  },
});
