import { registerHooks } from 'node:module'

/**
 * Of the height of a letter. PDF.js has no option for how wide a gap within one text may be, and its 0.6 joins the cells of
 * narrow columns, whose places are lost then. Spaces between words are narrower, but for justified lines and fonts of one width.
 */
const JOINED_GAP = 0.15
const PDFJS = /\/unpdf\/dist\/pdfjs\.mjs$/
const WIDEST_GAP = /(spaceInFlowMax=\w+\*)\.6/

/** To be called before the library reads its first PDF. */
export function partNarrowColumns(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!PDFJS.test(url) || !loaded.source) return loaded
      return { ...loaded, source: String(loaded.source).replace(WIDEST_GAP, `$1${JOINED_GAP}`) }
    },
  })
}
