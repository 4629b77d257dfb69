import type { Message } from '#contracts/conversations.ts'

/** True where a message that is being sent is among the messages: it may be pushed before its request is answered. */
export const hasArrived = (messages: readonly Message[], clientId: string): boolean =>
  messages.some(({ client_message_id }) => client_message_id === clientId)
