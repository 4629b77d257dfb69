type ToolTitle = { title: string; text: string }
type ToolWords = {
  toolNames: Record<string, ToolTitle>
  connectorTool: (connector: string) => string
  otherTool: string
}

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
export function toolTitle(name: string, words: ToolWords): ToolTitle {
  const known = words.toolNames[name]
  const [connector = '', ...rest] = name.split('__')
  if (known) return known
  if (rest.length > 0) return { title: readableName(rest.join(' ')), text: words.connectorTool(connector) }
  return { title: readableName(name), text: words.otherTool }
}
