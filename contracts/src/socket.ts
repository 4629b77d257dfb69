import type { Conversation, Message } from './conversations.ts'
import type { ProviderUpdated } from './models.ts'
import type { Organization } from './organizations.ts'
import type { MessageDelta, ToolActivity } from './runs.ts'
import type { StorageNews } from './storage.ts'
import type { Teammate } from './teammates.ts'

/** What the server pushes at `/realtime`, by name. After `ready` a client reads again what it shows. */
export type ServerEvents = {
  ready: (payload: Record<string, never>) => void
  'organization.updated': (payload: Organization) => void
  'organization_ai_provider.updated': (payload: ProviderUpdated) => void
  'ai_employee.created': (payload: Teammate) => void
  'ai_employee.updated': (payload: Teammate) => void
  'ai_employee.deleted': (payload: Teammate) => void
  'conversation.updated': (payload: Conversation) => void
  'conversation.title_updated': (payload: Conversation) => void
  'internal.message': (payload: Message) => void
  'internal.message_updated': (payload: Message) => void
  message_delta: (payload: MessageDelta) => void
  message_done: (payload: Message) => void
  tool_call_started: (payload: ToolActivity) => void
  tool_call_done: (payload: ToolActivity) => void
  tool_call_failed: (payload: ToolActivity) => void
  'storage_file.created': (payload: StorageNews) => void
  'storage_file.updated': (payload: StorageNews) => void
  'storage_file.deleted': (payload: StorageNews) => void
  'storage_file.renamed': (payload: StorageNews) => void
  'storage_file.copied': (payload: StorageNews) => void
  'storage_file.moved': (payload: StorageNews) => void
}

export const REALTIME_PATH = '/realtime'
