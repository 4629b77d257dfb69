import 'katex/dist/katex.min.css'
import katex from 'katex'

/** A formula may define nothing: what expands itself has no end. */
const definitions = /\\(?:[gex]?def|let|futurelet|newcommand|renewcommand|providecommand)(?![a-zA-Z])/

/** The formula as elements of the page; null where it is none. Links and anything else from outside stay away. */
export function drawFormula(tex: string, displayMode: boolean): HTMLElement | null {
  if (definitions.test(tex)) return null
  const drawn = document.createElement('span')
  try {
    katex.render(tex, drawn, { displayMode, trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 })
    return drawn
  } catch {
    return null
  }
}
