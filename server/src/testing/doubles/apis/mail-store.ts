/** A mailbox in memory, as the doubles of both providers keep it. */
export type File = { name: string; type: string; bytes: Buffer }
export type Kept = {
  id: string
  thread: string
  message_id: string
  in_reply_to: string
  references: string[]
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  reply_to: string[]
  subject: string
  text: string | null
  html: string | null
  /** How the text is written. */
  charset: string
  attachments: File[]
  date: Date
  unread: boolean
  starred: boolean
  folder: 'inbox' | 'sent' | 'drafts' | 'trash' | 'archive'
}

export type Given = Partial<Omit<Kept, 'id' | 'message_id'>>

export function createMailStore(owner: string) {
  const kept = new Map<string, Kept>()
  let last = 0

  function add(given: Given): Kept {
    const id = (0x18c0_0000_0000_0000n + BigInt(++last)).toString(16)
    const message: Kept = {
      thread: given.thread ?? id,
      message_id: `<${id}@mail.example>`,
      in_reply_to: '',
      references: [],
      from: 'Grace Hopper <grace@example.com>',
      to: [owner],
      cc: [],
      bcc: [],
      reply_to: [],
      subject: 'Hello',
      text: given.html ? null : 'How are you?',
      html: null,
      charset: 'utf-8',
      attachments: [],
      date: new Date(Date.UTC(2026, 0, 1, 12, last)),
      unread: true,
      starred: false,
      folder: 'inbox',
      ...given,
      id,
    }
    kept.set(id, message)
    return message
  }

  const inFolder = (folder: Kept['folder']) => [...kept.values()].filter((message) => message.folder === folder)
  return {
    owner,
    /** A message that someone has written. */
    receive: add,
    get: (id: string) => kept.get(id),
    remove: (id: string) => kept.delete(id),
    /** The latest first, as every mailbox shows them. */
    all: () => [...kept.values()].sort((a, b) => b.date.getTime() - a.date.getTime()),
    sent: () => inFolder('sent'),
    drafts: () => inFolder('drafts'),
  }
}

export type MailStore = ReturnType<typeof createMailStore>
export const includes = (text: string | null, part: string) => (text ?? '').toLowerCase().includes(part.toLowerCase())
export const addressOf = (text: string) => /<([^>]+)>/.exec(text)?.[1] ?? text
export const nameOf = (text: string) => /^(.*?)\s*</.exec(text)?.[1] ?? ''
