import { noteEndpoints } from '#contracts/notes.ts'
import { route } from '#platform/route.ts'
import { listViewers } from '../../teammates/list-viewers.ts'
import { findConversation, seesConversation } from '../access.ts'
import { deleteNote, editNote } from './change-note.ts'
import { listMentions, readMentions } from './list-mentions.ts'
import { listNotes } from './list-notes.ts'
import { presentPerson } from './present.ts'
import { writeNote } from './write-note.ts'

export const noteRoutes = [
  route(noteEndpoints.listNotes, {
    caller: 'member',
    serve: (ctx, { params, query }) => listNotes(ctx, params.conversation_id, query),
  }),
  route(noteEndpoints.writeNote, {
    caller: 'member',
    sees: seesConversation,
    serve: (ctx, { params, body }) => writeNote(ctx, params.conversation_id, body),
  }),
  route(noteEndpoints.editNote, {
    caller: 'member',
    sees: seesConversation,
    serve: (ctx, { params, body }) => editNote(ctx, params, body),
  }),
  route(noteEndpoints.deleteNote, {
    caller: 'member',
    serve: async (ctx, { params }) => {
      await deleteNote(ctx, params)
      return { success: true as const }
    },
  }),
  route(noteEndpoints.listViewers, {
    caller: 'member',
    serve: async (ctx, { params, query }) => {
      const { teammate } = await findConversation(ctx, params.conversation_id)
      const found = await listViewers(ctx, teammate.id, query)
      return { ...found, data: found.data.map(presentPerson) }
    },
  }),
  route(noteEndpoints.listMentions, {
    caller: 'member',
    serve: (ctx, { query }) => listMentions(ctx, query),
  }),
  route(noteEndpoints.readMentions, {
    caller: 'member',
    serve: async (ctx, { body }) => {
      await readMentions(ctx, body.conversation_id)
      return { success: true as const }
    },
  }),
]
