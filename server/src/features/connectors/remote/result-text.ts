import type { CallToolResult } from '@modelcontextprotocol/client'

/** What a tool of another server answered, as a model reads it: texts whole, of anything else what it is. */
export function resultText({ content, structuredContent, isError }: CallToolResult): {
  text: unknown
  is_error: boolean
} {
  const pieces = content.map(pieceText)
  const text = pieces.join('\n')
  // Servers repeat what is structured as a text of JSON; the text is what they wrote for models.
  const isOnlyStructured = text === '' && structuredContent !== undefined
  return { text: isOnlyStructured ? structuredContent : text, is_error: isError === true }
}

function pieceText(piece: CallToolResult['content'][number]): string {
  if (piece.type === 'text') return piece.text
  if (piece.type === 'image' || piece.type === 'audio') return `[${piece.type} ${piece.mimeType}, not shown]`
  if (piece.type === 'resource_link') return `[${piece.name}](${piece.uri})`
  const { resource } = piece
  return 'text' in resource ? resource.text : `[file ${resource.uri}, not shown]`
}
