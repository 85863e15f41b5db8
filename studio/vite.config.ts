import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const client = fileURLToPath(new URL('../client/src/index.ts', import.meta.url));

/** How the compiler reads the types of props that components import. */
const files = {
  fileExists: (path: string) => existsSync(path) && statSync(path).isFile(),
  readFile: (path: string) => readFileSync(path, 'utf8'),
  realpath: (path: string) => realpathSync(path),
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/studio/',
  plugins: [vue({ features: { optionsAPI: false }, script: { fs: files } })],
  resolve: { alias: { '@octavo/client': client } },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '^/(?!studio/)': 'http://127.0.0.1:8055' } },
});
