import type { AudioFile } from '../../model-language.ts'

const types = {
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  webm: 'audio/webm',
  flac: 'audio/flac',
  aac: 'audio/aac',
} as const

type AudioFormat = keyof typeof types

/** Audio formats that all vendors accept, with the file name and type that they recognize. */
export type KnownAudio = { format: AudioFormat; name: string; mime_type: string; bytes: Uint8Array<ArrayBuffer> }

/** What formats are called in media types and at the end of names. */
const formats = new Map<string, AudioFormat>([
  ['ogg', 'ogg'],
  // Telegram's voice messages.
  ['oga', 'ogg'],
  ['opus', 'ogg'],
  ['mp3', 'mp3'],
  ['mpeg', 'mp3'],
  ['mpga', 'mp3'],
  ['m4a', 'm4a'],
  ['mp4', 'm4a'],
  ['wav', 'wav'],
  ['wave', 'wav'],
  ['vnd.wave', 'wav'],
  ['webm', 'webm'],
  ['flac', 'flac'],
  ['aac', 'aac'],
])

/** By the media type, or by the name where that says nothing; null where neither does. Vendors judge by the name alone. */
export function recognizeAudio({ name, mime_type, bytes }: AudioFile): KnownAudio | null {
  const [, subtype = ''] = /^\s*(?:audio|video|application)\/(?:x-)?([^\s;]+)/i.exec(mime_type) ?? []
  const [, extension = ''] = /\.([^.]+)$/.exec(name) ?? []
  const format = formats.get(subtype.toLowerCase()) ?? formats.get(extension.toLowerCase())
  if (!format) return null
  return { format, name: `audio.${format}`, mime_type: types[format], bytes: new Uint8Array(bytes) }
}
