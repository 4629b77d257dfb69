import type { Client } from '../client.ts'

export type Written = { text: string; file?: { name: string; bytes: Buffer } }

/** What a platform sent to the webhook of a bot. */
export type Sent = {
  /** Null where no answer came, as from a server that is down. */
  status: number | null
  body: unknown
  /** Sends the same once more, as the platform does that got no answer. */
  repeat(): Promise<Sent>
}

/** A person in their private chat with the bot. */
export type Writer = (message: Written) => Promise<Sent>

export type ChatBot = {
  /** The bot may read what it has sent, so that no outcome stays unknown. */
  readonly hasHistory: boolean
  newWriter(name: string): Writer
  /** Every text that the bot has sent, in its order. */
  sentTexts(): string[]
}

/** The double of a chat platform, as tests use it that are about all platforms. */
export type ChatPlatform = {
  name: string
  env: Record<string, string>
  /** Webhooks are reached at this origin from now on. */
  reach(address: string): void
  /** The time at which requests are signed. */
  setClock(clock: () => Date): void
  /** Makes a bot, connects it to a teammate and lets it answer private chats. */
  connect(admin: Client, teammatePath: string): Promise<ChatBot>
  /** From now on connections are refused. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  /** From now on requests are answered with 503; what ends that is answered. */
  beUnavailable(): () => void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
