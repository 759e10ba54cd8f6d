import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** Read by Vite, svelte-check and ESLint. */
export default { preprocess: vitePreprocess() };
