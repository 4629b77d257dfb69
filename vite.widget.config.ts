import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { SERVICE_NAME } from './contracts/src/parties.ts'
import { compressed, gzipped } from './tools/compressed-assets.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = here('dist/widget')
const loaderName = `${SERVICE_NAME}-webchat-widget.js`
/**
 * In kB gzip: the loader and the button stand in every page of a customer, the chat where it was opened, a call where it is
 * begun.
 */
const most = { loader: 4.8, button: 15, chat: 60, call: 12 }

const shared = {
  root: here('widget'),
  base: '/widget/',
  envPrefix: ['VITE_', 'NEXT_PUBLIC_'],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
} satisfies UserConfig

/** On a slow machine Rolldown would warn of the time that `compressed` takes. */
const checks = { bundlerTimings: false }

const inputOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, here(`widget/${name}.html`)]))

/**
 * Of `marked` the widget uses the lexer. Its file ends by making and filling an instance that needs all the rest, which no
 * bundler may leave out by itself.
 */
function lexerAlone(): Plugin {
  return {
    name: 'lexer-alone',
    transform: {
      filter: { id: /marked\.esm\.js$/ },
      handler(code) {
        const name = /(\w+) as Lexer\b/.exec(code)?.[1]
        const end = code.search(/var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\(/)
        if (!name || end < 0) this.error('marked is built in another way than before: how is its lexer taken alone?')
        return { code: `${code.slice(0, end)}export{${name} as Lexer}`, map: null }
      },
    },
  }
}

/** The pages in frames, and the page to try them on. */
const frames = defineConfig({
  ...shared,
  plugins: [lexerAlone(), frameSizes(), compressed(outDir, /^assets\/.*\.(js|css|svg)$/)],
  build: {
    outDir,
    // While it watches, the loader's build writes into the same folder.
    emptyOutDir: !process.argv.includes('--watch'),
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks,
      input: inputOf(['button', 'chat', 'demo']),
    },
  },
})

/** The same frames, to be looked at in the portal: apart, so that visitors get no chunk that was cut for them. */
const previews = defineConfig({
  ...shared,
  publicDir: false,
  plugins: [lexerAlone(), compressed(outDir, /^assets\/.*\.(js|css|svg)$/)],
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { checks, input: inputOf(['preview-button', 'preview-chat']) },
  },
})

/** One classic script without imports, which any page can load in any way. */
const loader = defineConfig({
  ...shared,
  publicDir: false,
  plugins: [loaderSize(), compressed(outDir, /\.js$/)],
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: here('widget/loader/main.ts'),
      name: 'ChatWidgetLoader',
      formats: ['iife'],
      fileName: () => loaderName,
    },
    rolldownOptions: { checks },
  },
})

export default defineConfig(({ mode }) => (mode === 'loader' ? loader : mode === 'preview' ? previews : frames))

function frameSizes(): Plugin {
  return {
    name: 'frame-sizes',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const isCall = ({ facadeModuleId }: Rolldown.OutputChunk) => /\/call\/calls\.ts$/.test(facadeModuleId ?? '')
        const partsOf = (page: string): Set<Rolldown.OutputChunk> => {
          const entries = chunks.filter(({ isEntry, name }) => isEntry && name === page)
          const rest = chunks.filter((chunk) => !isCall(chunk))
          if (page !== 'call') return reachable(entries, rest)
          const chat = partsOf('chat')
          return new Set([...reachable(chunks.filter(isCall), chunks)].filter((chunk) => !chat.has(chunk)))
        }
        const sizeOf = (page: string) => {
          const all = partsOf(page)
          // A visitor loads one language: the largest is counted.
          const languages = [...all].filter(({ facadeModuleId }) => /\/words\/\w\w\.ts$/.test(facadeModuleId ?? ''))
          const largest = languages.toSorted((a, b) => gzipped([b.code]) - gzipped([a.code]))[0]
          const files = [...all].filter((chunk) => chunk === largest || !languages.includes(chunk))
          const styles = files.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
          const sources = [...new Set(styles)].map((name) => bundle[name]).filter((file) => file?.type === 'asset')
          return gzipped([...files.map(({ code }) => code), ...sources.map(({ source }) => source)])
        }
        const sizes = { button: sizeOf('button'), chat: sizeOf('chat'), call: sizeOf('call') }
        console.log(`Widget: button ${sizes.button} kB gzip, chat ${sizes.chat} kB gzip with all that it loads later.`)
        console.log(`Widget: a call ${sizes.call} kB gzip more.`)
        for (const frame of ['button', 'chat', 'call'] as const)
          if (sizes[frame] > most[frame] || sizes[frame] === 0)
            this.error(`The widget's ${frame} has ${sizes[frame]} kB; ${most[frame]} are the most.`)
      },
    },
  }
}

function loaderSize(): Plugin {
  return {
    name: 'loader-size',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const size = gzipped(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file.code] : [])))
        console.log(`Widget: loader ${size} kB gzip.`)
        if (size > most.loader) this.error(`The widget's loader has ${size} kB; ${most.loader} are the most.`)
      },
    },
  }
}

/** These chunks with all that they import, now or later. */
function reachable(from: Rolldown.OutputChunk[], all: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const found = new Set(from)
  for (const { imports, dynamicImports } of found)
    for (const chunk of all) if ([...imports, ...dynamicImports].includes(chunk.fileName)) found.add(chunk)
  return found
}
