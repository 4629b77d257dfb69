/** The files that bots may fetch: what people sent to them. */
import { extname } from 'node:path'
import { type BotState, badRequest } from './bots.ts'

export const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024

export type SentFile = {
  bytes: Uint8Array
  name?: string
  mime_type?: string
  /** What Telegram says of its size where that is not the size of the bytes, as for one that is too big to be had. */
  size?: number
}
export type FileKind = 'photo' | 'document' | 'audio' | 'voice' | 'video' | 'video_note' | 'animation' | 'sticker'

const FOLDERS: Record<FileKind, [folder: string, extension: string]> = {
  photo: ['photos', '.jpg'],
  document: ['documents', ''],
  audio: ['music', '.mp3'],
  voice: ['voice', '.oga'],
  video: ['videos', '.mp4'],
  video_note: ['video_notes', '.mp4'],
  animation: ['animations', '.mp4'],
  sticker: ['stickers', '.webp'],
}

type Kept = { bot: number; file_id: string; file_unique_id: string; file_size: number; path: string; bytes: Uint8Array }

export function createFiles() {
  const kept: Kept[] = []
  /** What its path shows of a file is the folder of its kind and the ending of its name. */
  const pathOf = (kind: FileKind, { name }: SentFile) => {
    const [folder, extension] = FOLDERS[kind]
    return `${folder}/file_${kept.length}${extname(name ?? '') || extension}`
  }
  return {
    keep(bot: BotState, kind: FileKind, file: SentFile) {
      const n = kept.length + 1
      const one = {
        bot: bot.id,
        file_id: `${kind}-${bot.id}-${n}-AAMCAgADGQ`,
        file_unique_id: `unique-${n}`,
        file_size: file.size ?? file.bytes.length,
        path: pathOf(kind, file),
        bytes: file.bytes,
      }
      kept.push(one)
      return { file_id: one.file_id, file_unique_id: one.file_unique_id, file_size: one.file_size }
    },
    /** An id is good for the bot alone that was given it. */
    describe(bot: BotState, file_id: string | null) {
      const found = kept.find((one) => one.bot === bot.id && one.file_id === file_id)
      if (!file_id) throw badRequest('file_id not specified')
      if (!found) throw badRequest('wrong file_id or the file is temporarily unavailable')
      if (found.file_size > MAX_DOWNLOAD_BYTES) throw badRequest('file is too big')
      const { file_unique_id, file_size, path } = found
      return { file_id, file_unique_id, file_size, file_path: path }
    },
    bytesAt: (bot: BotState, path: string): Uint8Array | undefined =>
      kept.find((one) => one.bot === bot.id && one.path === path && one.file_size <= MAX_DOWNLOAD_BYTES)?.bytes,
  }
}
export type Files = ReturnType<typeof createFiles>
