import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { InboxConversation, notBlank, Operator } from './inbox.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as notePaths from './paths/notes.ts'

/** What people who look after a conversation tell each other; its contact and its teammate never see it. */
export const Note = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  conversation_id: z.uuid(),
  /** Null where they do not exist any more. */
  author: Operator.nullable(),
  content: z.string(),
  mentioned_users: z.array(Operator),
  client_note_id: z.uuid().nullable(),
  created_at: Instant,
  edited_at: Instant.nullable(),
})
export type Note = z.infer<typeof Note>

export const NoteDeleted = z.object({ id: z.uuid(), conversation_id: z.uuid() })

/** Someone was named in a note. */
export const Mention = z.object({
  id: z.uuid(),
  /** With the beginning of what it says. */
  note: Note.pick({ id: true, author: true, content: true }),
  conversation: InboxConversation,
  read_at: Instant.nullable(),
  created_at: Instant,
})
export type Mention = z.infer<typeof Mention>

export const MentionRemoved = z.object({ id: z.uuid(), conversation_id: z.uuid() })
export const MentionsRead = z.object({ conversation_id: z.uuid() })

const NoteText = z
  .string()
  .max(20_000)
  .transform((text) => text.replaceAll('\0', ''))
  .pipe(notBlank)
const MentionedIds = z
  .array(z.uuid())
  .max(50)
  .transform((ids) => [...new Set(ids)])

const WriteNote = z.object({
  content: NoteText,
  mentioned_user_ids: MentionedIds.default([]),
  /** Made by the client for each note. One that is sent again, because its answer was lost, is answered as before. */
  client_note_id: z.uuid().optional(),
})
export type WriteNote = z.output<typeof WriteNote>
/** Without `mentioned_user_ids` those who are mentioned stay. */
const EditNote = z.object({ content: NoteText, mentioned_user_ids: MentionedIds.optional() })
export type EditNote = z.output<typeof EditNote>

const OneConversation = z.object({ conversation_id: z.uuid() })
const OneNote = OneConversation.extend({ note_id: z.uuid() })
/** Nobody is notified of a conversation that they may not see. */
const UNSEEN = { 400: ['MENTIONED_CANNOT_SEE'] } as const

export const noteEndpoints = describeEndpoints(notePaths, {
  listNotes: {
    summary: 'List the private notes of a conversation, newest first',
    params: OneConversation,
    query: pageQuery({ limit: 30, max: 100 }),
    answer: pageOf(Note),
  },
  writeNote: {
    summary: 'Write a private note, and tell those who are mentioned in it',
    params: OneConversation,
    body: WriteNote,
    answer: Note,
    errors: { ...UNSEEN, 409: ['CLIENT_NOTE_ID_TAKEN'] },
  },
  editNote: {
    summary: 'Change a note that the caller wrote',
    params: OneNote,
    body: EditNote,
    answer: Note,
    errors: UNSEEN,
  },
  deleteNote: {
    summary: 'Delete a note that the caller wrote; admins and owners delete those of others too',
    params: OneNote,
    answer: Done,
  },
  listViewers: {
    summary: 'List the people who see a conversation, by name',
    params: OneConversation,
    query: pageQuery({ limit: 100, max: 100 }),
    answer: pageOf(Operator),
  },
  listMentions: {
    summary: 'List where the caller is mentioned, newest first, as far as they may see it',
    query: pageQuery({ limit: 20, max: 100 }),
    answer: pageOf(Mention).extend({ meta: z.object({ unread: z.number().int() }) }),
  },
  readMentions: {
    summary: 'Mark what mentions the caller in a conversation as read',
    body: MentionsRead,
    answer: Done,
  },
})
