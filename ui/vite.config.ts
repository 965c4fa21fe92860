import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { keepStartSmall } from './start-size.ts';

export default defineConfig({
  plugins: [svelte(), keepStartSmall()],
  // Relative addresses: the same build is served by the desktop window and by the loopback server.
  base: './',
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
    // Svelte's own client code, also where tests run it.
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    target: 'es2022',
    // One style sheet, and nothing preloaded for late parts: one whose loading failed can then be loaded once more.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
