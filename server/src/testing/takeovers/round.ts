import type { Message } from '#contracts/conversations.ts'
import type { Listener } from '#testing/events/listener.ts'

/** What every answer says unless it is stopped. */
export const PIECES: readonly string[] = Array.from({ length: 40 }, (_, n) => `${n} `)
export const EVERY_MS = 10

export type Place = {
  /** Of the processes that serve, of which each request and each socket takes any. */
  addresses: readonly string[]
  organization: { id: string; public_api_key: string }
  /** Two people who may take over. */
  operators: readonly { cookie: string; ws_token: string }[]
}

/** Decides by a number below the limit what is done; the same seed decides the same. */
export type Choose = (limit: number) => number

export type Round = {
  choose: Choose
  name: string
  /** The visitor's messages as the takeover's own answer found them, oldest first. */
  then: Message[]
  visitor: Listener
  conversation_id: string
  /** What must be there once of each kind. */
  sent: string[]
  replied: string
  isHandedBack: boolean
  read(): Promise<Message[]>
  readAsOperator(): Promise<Message[]>
}
