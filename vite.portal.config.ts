import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed, gzipped, withImports } from './tools/compressed-assets.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = 'http://127.0.0.1:3000'
const outDir = here('dist/portal')
const mostInitial = 150

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
      output: {
        codeSplitting: {
          // One file for what every page needs: it packs better than many, and stays the same from release to release.
          groups: [
            {
              name: 'base',
              // Some of it is for pages that are not the first.
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\/(?!.*\/(useBlocker|useQueries|queriesObserver|useMutationState)\.js)/,
            },
            // What nearly every page uses; in files of their own these would cost more than they weigh.
            {
              // The first page has no form, no question that confirms something, and no dates or numbers.
              name: 'common',
              test: /portal\/(lib|ui)\/(?!field|dialog|confirm|refusal|format)|contracts\/src\/(client|request|endpoint|paths\/)|lucide-react\/dist\/esm\/icons|features\/(teammates|models)\//,
              minShareCount: 18,
            },
            {
              // Small parts that the first page shares with others: alone, each would be mostly the frame of its file.
              name: 'parts',
              test: /portal\/lib\/(overtaken|frame-queue|use-drop)|portal\/ui\/use-(caret-menu|options)|contracts\/src\/paths\/(storage|models|teammates)\.ts|features\/(models\/models-query|teammates\/use-teammates)|icons\/(arrow-up|upload|lightbulb)\./,
            },
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
        if (page > mostInitial)
          this.error(`The first page loads ${page} kB of JavaScript; ${mostInitial} are the most.`)
      },
    },
  }
}
