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

/** What every page needs, in one file, which compresses better than many. */
const GROUND =
  /\/node_modules\/(@vue\/|vue\/|vue-router\/)|\/client\/src\/|plugin-vue|\/studio\/src\/(theme|storage|i18n\/messages|model\/colour|api\/(failure|view|info)\.|entry\/remembered|ui\/(button|failed|text-field|window-title))/;

/** What menus, popovers and dialogs have in common. */
const FLOATING =
  /node_modules\/(@floating-ui|@vueuse)\/|reka-ui\/dist\/(Menu|DropdownMenu|Popper|Popover|Teleport|FocusScope|DismissableLayer|Presence|Primitive|RovingFocus|Collection|ConfigProvider|shared)\//;

/** Small parts that every page has once somebody is signed in. */
const SIGNED_IN =
  /@lucide\/vue\/dist\/esm\/icons\/(x|menu|search|ellipsis|image|square-terminal|workflow|users)\.|\/studio\/src\/(api\/in-view|me\/portrait|shell\/person|model\/(template|owner|item-address|offered-statuses)|ui\/(avatar|empty|icon-button|toasts\.ts))/;

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
    rolldownOptions: {
      output: {
        // Short names: the list of what each page loads is in the first file.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: {
          groups: [
            { name: 'ground', test: GROUND },
            { name: 'queries', test: /@tanstack\/(query-core|vue-query)/ },
            { name: 'floating', test: FLOATING },
            { name: 'signed-in', test: SIGNED_IN },
          ],
        },
      },
    },
  },
  server: { proxy: { '^/(?!studio/)': 'http://127.0.0.1:8055' } },
});
