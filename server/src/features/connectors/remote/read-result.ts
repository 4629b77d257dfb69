import type { CallToolResult } from '@modelcontextprotocol/client'
import type { RemoteResult, SentFile } from '../remote-types.ts'

export function readResult({ content, structuredContent, isError }: CallToolResult): RemoteResult {
  const pieces = content.map(readPiece)
  // Servers repeat what is structured as a text of JSON; the text is what they wrote for models.
  const isOnlyStructured = pieces.every((piece) => piece === '') && structuredContent !== undefined
  return { pieces, structured: isOnlyStructured ? structuredContent : undefined, is_error: isError === true }
}

/** The texts alone, for the sentence of a failure. */
export const textOf = ({ pieces }: RemoteResult): string =>
  pieces.filter((piece) => typeof piece === 'string').join('\n')

function readPiece(piece: CallToolResult['content'][number]): string | SentFile {
  if (piece.type === 'text') return piece.text
  if (piece.type === 'image' || piece.type === 'audio') return { uri: null, base64: piece.data }
  if (piece.type === 'resource_link') return `[${piece.name}](${piece.uri})`
  const { resource } = piece
  return 'text' in resource ? resource.text : { uri: resource.uri, base64: resource.blob }
}
