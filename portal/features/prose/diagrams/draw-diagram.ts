import mermaid from 'mermaid'
import { longest, maxStatements } from './diagram-text.ts'

export type Diagram = { address: string; width: number; height: number }

let drawn = 0

/** A diagram as a picture: in one no script runs, nothing is fetched, and its styles reach nothing else. */
export async function drawDiagram(text: string, theme: 'light' | 'dark'): Promise<Diagram> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    maxTextSize: longest,
    maxEdges: maxStatements,
    theme: theme === 'dark' ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
  })
  drawn += 1
  const { svg } = await mermaid.render(`diagram-${drawn}`, text)
  return toPicture(svg)
}

function toPicture(svg: string): Diagram {
  // Inert: nothing in a template runs or is fetched. As a picture it has to be well-formed.
  const template = document.createElement('template')
  template.innerHTML = svg
  const root = template.content.querySelector('svg')
  const [, , width = 0, height = 0] = root?.getAttribute('viewBox')?.split(/[ ,]+/).map(Number) ?? []
  if (!root || !(width > 0) || !(height > 0)) throw new Error('The diagram is empty')
  root.setAttribute('width', String(width))
  root.setAttribute('height', String(height))
  const source = new XMLSerializer().serializeToString(root)
  return { address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`, width, height }
}
