import { registerHooks } from 'node:module'
import { type DrawnLine, MAX_LINES } from './drawn-lines.ts'

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

/** Where PDF.js reads the texts of a page, it skips what draws lines. */
const OPERATOR_LOOP =
  /(let \w+=(\w+)\.items\.length;.{0,300}?function promiseBody\(\w+,\w+\)\{.{0,300}?for\(;!\(\w+=\w+\.check\(\)\)&&\(\w+\.length=0,(\w+)\.args=\w+,\w+\.read\(\3\)\);\)\{(\w+)=\w+\.state,\w+\|\|=\4\.clone\(\);let (\w+)=\3\.fn;)(switch\(\w+=\3\.args,\5\|0\)\{case (\w+)\.setFont:)/
const LINE_READER = new URL('./drawn-lines.ts', import.meta.url).href

type DrawnLines = { type: 'drawnLines'; lines: DrawnLine[] }

/** The lines that a page draws, of the items that PDF.js returns once it has been changed; none of a page with too many. */
export function drawnLinesOf(items: readonly object[]): DrawnLine[] {
  const lines = items.flatMap((item) => (isDrawnLines(item) ? item.lines : []))
  return lines.length > MAX_LINES ? [] : lines
}

const isDrawnLines = (item: object): item is DrawnLines => 'type' in item && item.type === 'drawnLines'

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
        .replace(
          OPERATOR_LOOP,
          (_, before, content, operation, state, operator, loop, operators) =>
            `${before}{let drawn=(${state}.lineReader??=createLineReader(${operators}))(${operator},${operation}.args,${state}.ctm);drawn.length>0&&${content}.items.push({type:'drawnLines',lines:drawn})}${loop}`,
        )
        .replace(MARKED_TEXT, '$1actualText:$2[1]instanceof $3?$2[1].get(`ActualText`):null,')
      return { ...loaded, source: `import { createLineReader } from '${LINE_READER}'\n${source}` }
    },
  })
}
