import type { Message } from '#contracts/conversations.ts'
import type { WebchatConversation, WebchatInit } from '#contracts/webchat.ts'
import { DEFAULT_WIDGET_SETTINGS } from '#contracts/widget-settings.ts'

const texts = {
  en: { question: 'Do you deliver on Saturdays?', answer: 'Yes, we deliver on Saturdays from 9 to 14.' },
  ru: { question: 'Вы доставляете по субботам?', answer: 'Да, по субботам доставляем с 9 до 14.' },
}

const NOBODY = '00000000-0000-7000-8000-000000000000'

/** A conversation that nobody had, with whatever the colors of an organization show in. */
export function sampleChat(language: 'en' | 'ru', name: string) {
  const now = new Date().toISOString()
  const ai_employee = { id: NOBODY, name }
  const conversation: WebchatConversation = {
    id: NOBODY,
    title: null,
    conversation_icon_id: null,
    status: 'active',
    ai_employee,
    has_assigned_operator: false,
    operator_name: null,
    ai_agent_enabled: true,
    last_message_at: now,
    created_at: now,
    last_message: null,
    is_deleted: false,
  }
  const message = (id: string, role: Message['role'], content: string): Message => ({
    id,
    organization_id: NOBODY,
    conversation_id: NOBODY,
    channel: 'web_chat',
    role,
    status: 'completed',
    content,
    stream_index: 0,
    attachments: [],
    contact_channel_id: null,
    employee_id: null,
    user_id: null,
    run_id: null,
    client_message_id: null,
    reaction: null,
    feedback_comment: null,
    is_stopped: false,
    error: null,
    error_code: null,
    created_at: now,
    completed_at: now,
    generation_ms: null,
  })
  const { question, answer } = texts[language]
  const messages = [message('1', 'contact', question), message('2', 'ai', answer)]
  const init: WebchatInit = {
    webchat_token: null,
    ws_token: null,
    organization_name: '',
    ai_employee,
    settings: DEFAULT_WIDGET_SETTINGS,
    multi_conversations: false,
    show_thinking: false,
    attachmentLimits: { maxAttachmentCount: 0, maxAttachmentSizeBytes: 0, maxTotalAttachmentSizeBytes: 0 },
    voice: { is_available: false },
    context: { ai_agent_enabled: true },
  }
  return {
    init,
    thread: { conversation_id: NOBODY, conversation, messages, pendingDeltas: {}, older: null, missingAfter: null },
  }
}
