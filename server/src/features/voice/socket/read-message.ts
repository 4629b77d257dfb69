import { CallerMessage } from '#contracts/voice-socket.ts'
import { AppError } from '#platform/error.ts'
import { inTurn } from '#platform/http/in-turn.ts'
import { jsonReader } from '#platform/http/json-reader.ts'
import type { BodyReader } from '#platform/http/read-body.ts'

const CHUNK_BYTES = 64 * 1024

type Message = ReturnType<typeof CallerMessage.parse>

/** Whether a message is read in one go. */
export const isSmall = (text: Buffer): boolean => text.length <= CHUNK_BYTES

/** Reads a small message, as bodies of requests are read: none is made to be costly. Null where it is malformed. */
export function readMessage(text: Buffer): Message | null {
  const reader = jsonReader()
  try {
    reader.write(text)
    return messageOf(reader)
  } catch (error) {
    return nullIfMalformed(error)
  }
}

/** The same for a large message, which takes turns with everyone else's. */
export async function readLargeMessage(text: Buffer): Promise<Message | null> {
  const reader = jsonReader()
  try {
    for (let at = 0; at < text.length; at += CHUNK_BYTES) {
      const chunk = text.subarray(at, at + CHUNK_BYTES)
      await inTurn(chunk.length, () => reader.write(chunk))
    }
    return messageOf(reader)
  } catch (error) {
    return nullIfMalformed(error)
  }
}

function messageOf(reader: BodyReader): Message | null {
  const message = CallerMessage.safeParse(reader.end())
  return message.success ? message.data : null
}

function nullIfMalformed(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
