import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed, gzipped, withImports } from './tools/compressed-assets.ts'
import { sharedChunk } from './tools/shared-chunks.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = 'http://127.0.0.1:3000'
const outDir = here('dist/portal')
const maxInitial = 150

/** The first page has these icons: one in the file of all others would have it fetch them all. */
const shellIcons = [
  ...['check', 'chevrons-up-down', 'circle-exclamation-point', 'cloud-off', 'command', 'contact', 'files', 'inbox'],
  ...['loader-circle', 'menu', 'message-circle', 'message-square', 'panel-left', 'paperclip', 'refresh-cw'],
  ...['scroll-text', 'search', 'server', 'server-crash', 'settings', 'timer', 'users', 'workflow'],
]
const chatIcons = [
  'arrow-up',
  'ellipsis',
  'lightbulb',
  'message-circle-off',
  'phone',
  'square',
  'square-pen',
  'upload',
  'user-x',
]
const controls =
  /node_modules\/(@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|tslib)\//
const icons = (names: string[]) => `lucide-react/dist/esm/icons/(${names.join('|')})\\.`

export default defineConfig({
  root: here('portal'),
  envPrefix: ['VITE_', 'NEXT_PUBLIC_'],
  plugins: [react(), tailwind(), initialSize(), compressed(outDir, /^assets\/.*\.(js|css|svg)$/)],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'assets',
    // A page may fetch fonts from here, but none that stands in the styles themselves.
    assetsInlineLimit: (path) => (/\.(woff2?|ttf)$/.test(path) ? false : undefined),
    target: 'es2022',
    modulePreload: { polyfill: false },
    // A layout of diagrams is that large, and comes when a diagram wants it.
    chunkSizeWarningLimit: 1_700,
    rolldownOptions: {
      // On a slow machine Rolldown would warn of the time that `compressed` takes.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // Only what is named: with all that it imports, a file of controls would hold half of what begins every page.
          includeDependenciesRecursively: false,
          groups: [
            {
              // One file for what every page needs: it packs better than many, and stays the same from release to release.
              name: 'base',
              // Some of it is for pages that are not the first.
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\/(?!.*\/(useBlocker|useQueries|queriesObserver|useMutationState)\.js)/,
            },
            // What nearly every page uses; in files of their own these would cost more than they weigh.
            {
              // The first page has no form, no question that confirms something, and no dates or numbers.
              name: 'common',
              test: /portal\/(lib|ui)\/(?!field|dialog|confirm|refusal|format)|contracts\/src\/(client|request|endpoint|paths\/)|lucide-react\/dist\/esm\/(icons|shared|Icon|create|context)|vite\/preload-helper|features\/(teammates|models)\//,
              minShareCount: 18,
            },
            { name: 'parts', test: new RegExp(icons(chatIcons)) },
            {
              name: 'icons',
              test: new RegExp(`^(?!.*${icons(shellIcons)}).*lucide-react/dist/esm/icons/`),
              minShareCount: 2,
            },
            {
              // Menus, selects, dialogs and what they stand on.
              name: 'controls',
              test: controls,
              minShareCount: 3,
            },
            {
              debugName: 'shared',
              name: sharedChunk({ firstPage: /features\/chat\/chat-page\.tsx$/, controls, fewestPages: 6 }),
              test: /\/(portal|contracts\/src)\//,
            },
            // How a message is drawn, in the chat and in the inbox.
            { name: 'conversation', test: /portal\/features\/conversation\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/realtime': { target: server, ws: true },
      '/shared': server,
      '/widget': server,
      '/health': server,
    },
  },
})

/** Says how much JavaScript stands before the first page, and refuses a build in which that is too much. */
function initialSize(): Plugin {
  return {
    name: 'initial-size',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.filter(({ isEntry }) => isEntry)
        const chat = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('/features/chat/chat-page.tsx'))
        const codeOf = (some: Iterable<{ code: string }>) => Array.from(some, ({ code }) => code)
        const initial = gzipped(codeOf(withImports(entry, chunks)))
        const page = gzipped(codeOf(withImports([...entry, ...chat], chunks)))
        console.log(`Initial JavaScript: ${initial} kB gzip; with the chat page: ${page} kB gzip.`)
        if (page > maxInitial) this.error(`The first page loads ${page} kB of JavaScript; ${maxInitial} are the most.`)
      },
    },
  }
}
