import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const client = fileURLToPath(new URL('../client/src/index.ts', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/studio/',
  plugins: [vue({ features: { optionsAPI: false } })],
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
