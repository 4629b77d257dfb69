import type { z } from 'zod'
import { ChannelChatChanged } from './bot-chats.ts'
import { CannedReply } from './canned-replies.ts'
import { ChannelConnectionUpdated } from './channel-bots.ts'
import { AssignmentsChanged, ConnectorChanged } from './connectors.ts'
import { ContactMerged } from './contact-merges.ts'
import { Conversation, Message } from './conversations.ts'
import { Contact, ConversationUpdated, MessageDeleted } from './inbox.ts'
import { IntegrationChanged } from './integrations.ts'
import { Invite } from './invites.ts'
import { ConversationLabels, Label } from './labels.ts'
import { RunStepsUpdated, RunUpdated } from './logged-runs.ts'
import { ConnectionAttemptUpdated, ProviderUpdated } from './models.ts'
import { MsgrBotUpdated } from './msgr-bots.ts'
import { Mention, MentionRemoved, MentionsRead, Note, NoteDeleted } from './notes.ts'
import { Organization } from './organizations.ts'
import { Presence } from './presence.ts'
import { MessageDelta, ToolActivity } from './runs.ts'
import { StaffUser } from './staff.ts'
import { StorageEntryEvent } from './storage.ts'
import { TchatBotUpdated } from './tchat-bots.ts'
import { Teammate } from './teammates.ts'
import { Variable } from './variables.ts'
import { CallUpdated, VoiceThinking } from './voice.ts'
import { WchatBotUpdated } from './wchat-bots.ts'
import { WebchatConversation } from './webchat.ts'
import { WebhookChanged } from './webhooks.ts'
import { WorkflowRow } from './workflows.ts'

/** Everything that the server pushes to clients, by name. Beside these, `ready` asks them to read again what they show. */
export const serverEvents = {
  'organization.updated': Organization,
  'organization_channel_connection.updated': ChannelConnectionUpdated,
  'organization_ai_provider.updated': ProviderUpdated,
  'organization_ai_provider_connection_attempt.updated': ConnectionAttemptUpdated,
  'organization.staff_user_added': StaffUser,
  'organization.staff_user_updated': StaffUser,
  'organization.staff_user_removed': StaffUser,
  'organization_invite.created': Invite,
  'organization_invite.updated': Invite,
  'ai_employee.created': Teammate,
  'ai_employee.updated': Teammate,
  'ai_employee.deleted': Teammate,
  'ai_employee_telegram.updated': MsgrBotUpdated,
  'ai_employee_telegram_chat.created': ChannelChatChanged,
  'ai_employee_telegram_chat.updated': ChannelChatChanged,
  'ai_employee_slack.updated': WchatBotUpdated,
  'ai_employee_slack_chat.created': ChannelChatChanged,
  'ai_employee_slack_chat.updated': ChannelChatChanged,
  'ai_employee_ms_teams.updated': TchatBotUpdated,
  'ai_employee_ms_teams_channel.created': ChannelChatChanged,
  'ai_employee_ms_teams_channel.updated': ChannelChatChanged,
  'staff_employee.created': Teammate,
  'staff_employee.updated': Teammate,
  'staff_employee.deleted': Teammate,
  'conversation.updated': ConversationUpdated,
  'conversation.title_updated': Conversation,
  'conversation.message_sent': Message,
  'conversation.message_updated': Message,
  'conversation.message_deleted': MessageDeleted,
  'conversation.presence': Presence,
  'conversation.call_updated': CallUpdated,
  voice_thinking_started: VoiceThinking,
  voice_thinking_ended: VoiceThinking,
  'conversation.note_created': Note,
  'conversation.note_updated': Note,
  'conversation.note_deleted': NoteDeleted,
  'conversation.labels_updated': ConversationLabels,
  'mention.created': Mention,
  'mention.removed': MentionRemoved,
  'mention.read': MentionsRead,
  'workflow.created': WorkflowRow,
  'workflow.updated': WorkflowRow,
  'workflow.deleted': WorkflowRow,
  'connector.changed': ConnectorChanged,
  'connector.assignments_changed': AssignmentsChanged,
  'integration.changed': IntegrationChanged,
  'label.created': Label,
  'label.updated': Label,
  'label.deleted': Label,
  'canned_reply.created': CannedReply,
  'canned_reply.updated': CannedReply,
  'canned_reply.deleted': CannedReply,
  'contact.updated': Contact,
  'contact.merged': ContactMerged,
  'webchat.message_sent': Message,
  'webchat.message_updated': Message,
  'webchat.message_deleted': MessageDeleted,
  'webchat.conversation_updated': WebchatConversation,
  'internal.message': Message,
  'internal.message_updated': Message,
  message_delta: MessageDelta,
  message_done: Message,
  tool_call_started: ToolActivity,
  tool_call_done: ToolActivity,
  tool_call_failed: ToolActivity,
  'workflow_run.updated': RunUpdated,
  'workflow_run.steps_updated': RunStepsUpdated,
  'storage_file.created': StorageEntryEvent,
  'storage_file.updated': StorageEntryEvent,
  'storage_file.deleted': StorageEntryEvent,
  'storage_file.renamed': StorageEntryEvent,
  'storage_file.copied': StorageEntryEvent,
  'storage_file.moved': StorageEntryEvent,
  'variable.created': Variable,
  'variable.updated': Variable,
  'variable.deleted': Variable,
  'webhook.changed': WebhookChanged,
} as const

export type ServerEvents = typeof serverEvents
export type ServerEventPayload<Name extends keyof ServerEvents> = z.output<ServerEvents[Name]>
