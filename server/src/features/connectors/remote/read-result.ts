import type { CallToolResult } from '@modelcontextprotocol/client'
import type { RemoteResult, SentFile } from '../remote-types.ts'
import { repeatsData } from './repeats-data.ts'

export function readResult({ content, structuredContent, isError }: CallToolResult): RemoteResult {
  const pieces = content.map(readPiece)
  const is_error = isError === true
  if (structuredContent === undefined) return { pieces, structured: undefined, is_error }
  if (pieces.every((piece) => piece === '')) return { pieces, structured: structuredContent, is_error }
  const texts = pieces.filter((piece) => typeof piece === 'string')
  if (!repeatsData(texts, structuredContent)) pieces.push(JSON.stringify(structuredContent))
  return { pieces, structured: undefined, is_error }
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
