import { registerHooks } from 'node:module'

const PDFJS = /\/unpdf\/dist\/pdfjs\.mjs$/
/**
 * Of the height of a letter. PDF.js has no option for how wide a gap within one text may be, and its 0.6 joins the cells of
 * narrow columns, whose places are lost then. Most spaces between words are wider too: these come one by one.
 */
const JOINED_GAP = 0.15
const WIDEST_GAP = /(spaceInFlowMax=\w+\*)\.6/
/** Where PDF.js reports that marked text begins, it leaves out what the text means (ISO 32000-1, 14.9.4). */
const MARKED_TEXT =
  /(case \w+\.beginMarkedContentProps:if\(flushTextContentItem\(\),\w+\)\{\w+\.level\+\+;let \w+=(\w+)\[1\]instanceof (\w+)\?.{0,60}?\{type:`beginMarkedContentProps`,)/

/** A letter whose picture has a mark in it, as half letters of Hindi have, is taken for a mark without width of its own. */
const ONLY_MARKS = '/^(\\s)|(\\p{Mn})|(\\p{Cf})$/u'

/** What PDF.js has no options for is changed as it is loaded. To be called before the first PDF is read. */
export function changeLibrary(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!PDFJS.test(url) || !loaded.source) return loaded
      const source = Buffer.from(loaded.source as Uint8Array)
        .toString()
        .replace(WIDEST_GAP, `$1${JOINED_GAP}`)
        .replace(ONLY_MARKS, () => '/^(\\s)|^(\\p{Mn})+$|^(\\p{Cf})+$/u')
        .replace(MARKED_TEXT, '$1actualText:$2[1]instanceof $3?$2[1].get(`ActualText`):null,')
      return { ...loaded, source }
    },
  })
}
