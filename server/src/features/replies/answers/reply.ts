import type { InboundAttachment } from '#contracts/conversations.ts'
import type { ChannelKey } from '../../contacts/find-or-add-contact.ts'
import type { ChannelDefinition, ConversationParties } from '../../conversations/define-channel.ts'
import type { OpenConversation } from '../../conversations/open-conversation.ts'
import type { AttachmentRow, ConversationRow, MessageRow } from '../../conversations/table.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import type { Executed } from '../../runs/run-outcome.ts'
import type { RunBeginning, RunFile } from '../../runs/start-run.ts'
import type { LeasedRun } from '../../runs/table.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import type { FinishedAnswer } from './finish-answer.ts'

/** Where an answer belongs. */
export type Reply = ConversationParties & { conversation_id: string }

export type SendMessage = {
  teammate: TeammateRow
  channel: ChannelDefinition
  /** The channel as it is written on the conversation. */
  key: ChannelKey
  /** A conversation by its id, or one of the caller's own, which is opened where it is not there. */
  to: { conversation_id: string } | { open: Pick<OpenConversation, 'contact_external_id' | 'contact' | 'external_id'> }
  /** Whether a conversation that is opened becomes the one in which the contact's next message belongs. */
  opens_current: boolean
  /** The signed-in person who writes; null for anybody else. */
  user_id: string | null
  message: string
  /** What the teammate reads in place of `message`, where the channel adds to it what the saved message does not say. */
  input_message?: string | undefined
  /** Who writes, in a chat of several people. */
  sender_name?: string | undefined
  attachments: InboundAttachment[]
  /** Files that are stored already, where they did not come in one request with the message. */
  files?: readonly RunFile[]
  client_message_id?: string | undefined
  reasoning?: 'off' | 'low' | 'medium' | 'high' | undefined
  is_async: boolean
  /** Asked before the teammate's own models, by this process. */
  first_candidate?: Candidate
  /** What is executed in place of the teammate's answer. */
  flow?: Pick<RunBeginning, 'flow' | 'starting_step_id'>
}

export type Sent = {
  run: LeasedRun
  question: MessageRow
  attached: AttachmentRow[]
  answer: MessageRow
  /** The conversation, where the message has opened it. */
  conversation: ConversationRow | null
  /** The end of the run when this process executes it; null when another does. */
  outcome: Promise<Executed>
  /** The files of the answer once `outcome` is there; null when another process finishes it. */
  files(): FinishedAnswer['files'] | null
}

/** Who receives the event of a message, by where it was written. */
export const partiesOfMessage = (
  { teammate, channel, user_id }: SendMessage,
  contact_channel_id: string,
): ConversationParties => ({
  teammate,
  channel,
  contact_channel: { id: contact_channel_id, user_id },
})
