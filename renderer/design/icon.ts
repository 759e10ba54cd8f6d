import type { Component } from 'svelte';

/** An icon of Lucide, imported by itself: `import X from '@lucide/svelte/icons/x'`. */
export type Icon = Component<{ size?: number | string; strokeWidth?: number | string }>;
