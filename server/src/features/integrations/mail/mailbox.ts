import type { StoredFile } from '../../storage/read-files.ts'

/** What is looked for; every condition that is given must hold. */
export type MessageQuery = {
  from?: string | undefined
  to?: string | undefined
  subject?: string | undefined
  text?: string | undefined
  after?: Date | undefined
  before?: Date | undefined
  unread?: boolean | undefined
  has_attachments?: boolean | undefined
  folder?: string | undefined
  page?: string | undefined
  limit: number
}

export type MessageBrief = {
  id: string
  thread_id: string
  from: string
  to: string[]
  subject: string
  date: string
  snippet: string
  unread: boolean
  has_attachments: boolean
}

export type Attachment = { id: string; name: string; type: string; size: number }

/** `html` is what it was sent as, where it was; `text` is what a person reads. */
export type Message = Omit<MessageBrief, 'snippet' | 'has_attachments'> & {
  cc: string[]
  reply_to: string[]
  text: string
  attachments: Attachment[]
}

export type Folder = { id: string; name: string; unread?: number | undefined; total?: number | undefined }

export type Outgoing = {
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  text: string
  attachments: StoredFile[]
}
export type Reply = { message_id: string; reply_all: boolean; text: string; attachments: StoredFile[] }
export type Forward = Pick<Outgoing, 'to' | 'cc' | 'bcc' | 'text'> & { message_id: string }

/** What was sent, by what can be read of it afterwards. */
export type Sent = { message_id: string; thread_id: string }

export const MARKS = ['read', 'unread', 'starred', 'unstarred', 'archived'] as const
export type Mark = (typeof MARKS)[number]

export type Page<T> = { items: T[]; next_page: string | undefined }

/** Of all files of a message that is sent. */
export const MAX_SENT_BYTES = 20 * 1024 * 1024

/** A person's mail, whichever provider keeps it. */
export type Mailbox = {
  search(query: MessageQuery): Promise<Page<MessageBrief>>
  read(message_id: string): Promise<Message>
  /** The latest of a conversation, oldest first, and how many there are. */
  thread(thread_id: string, most: number): Promise<{ messages: Message[]; total: number }>
  folders(): Promise<Folder[]>
  attachment(message_id: string, attachment_id: string, most_bytes: number): Promise<StoredFile>
  draft(mail: Outgoing): Promise<Sent>
  send(mail: Outgoing): Promise<Sent>
  reply(reply: Reply): Promise<Sent>
  forward(forward: Forward): Promise<Sent>
  mark(message_ids: readonly string[], mark: Mark): Promise<void>
  trash(message_id: string): Promise<void>
}
