import type { teammateMessages } from './messages.ts'

type ToolTitle = { title: string; text: string }

/** A name that programs use, as people read it: `http_request` is “Http request”. */
export function readableName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a tool is called, and what it is for; one of a connector has the connector's name before two underscores. */
export function toolTitle(name: string, words: (typeof teammateMessages)['en']): ToolTitle {
  const known: Record<string, ToolTitle> = words.toolNames
  const [connector = '', ...rest] = name.split('__')
  if (known[name]) return known[name]
  if (rest.length > 0) return { title: readableName(rest.join(' ')), text: words.connectorTool(connector) }
  return { title: readableName(name), text: words.otherTool }
}
