import { contactMergeEndpoints } from '#contracts/contact-merges.ts'
import { draftEndpoints } from '#contracts/drafts.ts'
import { inboxEndpoints } from '#contracts/inbox.ts'
import { inboxSearchEndpoints } from '#contracts/inbox-search.ts'
import { presenceEndpoints } from '#contracts/presence.ts'
import { translationEndpoints } from '#contracts/translations.ts'
import { voiceEndpoints } from '#contracts/voice.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import { listInPieces } from '#platform/list-in-pieces.ts'
import { route } from '#platform/route.ts'
import { countConversations } from '../conversations/count-conversations.ts'
import { setAutomation } from '../conversations/operators/set-automation.ts'
import { hangUp } from '../voice/record-call.ts'
import { findConversation, seesConversation } from './access.ts'
import { assignConversation, listAssignees, unassignConversation } from './assign-conversation.ts'
import { cannedReplyRoutes } from './canned-replies/routes.ts'
import { deleteOperatorMessage, editOperatorMessage } from './change-operator-message.ts'
import { deleteContact } from './contacts/delete-contact.ts'
import { findContact, seesContact } from './contacts/find-contact.ts'
import { listContactConversations } from './contacts/list-contact-conversations.ts'
import { listContactMerges } from './contacts/list-contact-merges.ts'
import { listContacts } from './contacts/list-contacts.ts'
import { mergeContacts, undoContactMerge } from './contacts/merge-contacts.ts'
import { updateContact } from './contacts/update-contact.ts'
import { listLabelled } from './labels/list-labelled.ts'
import { labelRoutes } from './labels/routes.ts'
import { isInternal, listConversations } from './list-conversations.ts'
import { listMessages } from './list-messages.ts'
import { noteRoutes } from './notes/routes.ts'
import { listPresence } from './presence/list-presence.ts'
import { sendPresence } from './presence/send-presence.ts'
import { resendMessage } from './resend-message.ts'
import { searchConversations } from './search/search-conversations.ts'
import { sendOperatorMessage } from './send-operator-message.ts'
import { showConversation, showOne } from './show-conversation.ts'
import { suggestReply } from './suggest-reply.ts'
import { translateMessage } from './translation/translate-message.ts'

export const routes = [
  route(inboxEndpoints.listInboxConversations, {
    caller: 'member',
    serve: (ctx, { query: { label_id, ...query } }) =>
      label_id ? listLabelled(ctx, { ...query, label_id }) : listConversations(ctx, query),
  }),
  route(inboxEndpoints.countInboxConversations, {
    caller: 'member',
    serve: (ctx, { query: { channel_category, ai_employee_id } }) =>
      countConversations(ctx, { is_internal: isInternal[channel_category], employee_id: ai_employee_id }),
  }),
  route(inboxSearchEndpoints.searchConversations, {
    caller: 'member',
    serve: (ctx, { query, http }) => searchConversations(ctx, query, http.signal),
  }),
  route(inboxEndpoints.showInboxConversation, {
    caller: 'member',
    serve: (ctx, { params }) => showConversation(ctx, params.conversation_id),
  }),
  route(inboxEndpoints.listInboxMessages, {
    caller: 'member',
    serve: (ctx, { params, query }) => listMessages(ctx, params.conversation_id, query),
  }),
  route(voiceEndpoints.hangUpCall, {
    caller: 'member',
    serve: async (ctx, { params }) => ({
      success: true as const,
      was_under_way: await hangUp(ctx, ctx.user, await findConversation(ctx, params.conversation_id)),
    }),
  }),
  route(inboxEndpoints.assignConversation, {
    caller: 'member',
    sees: seesConversation,
    serve: (ctx, { params, body }) => assignConversation(ctx, params.conversation_id, body.user_id),
  }),
  route(inboxEndpoints.listAssignees, {
    caller: 'member',
    serve: (ctx, { params }) =>
      listInPieces({
        name: 'data',
        pages: listAssignees(ctx, params.conversation_id),
        present: (one) => one,
        rest: {},
      }),
  }),
  route(inboxEndpoints.unassignConversation, {
    caller: 'member',
    serve: (ctx, { params }) => unassignConversation(ctx, params.conversation_id),
  }),
  route(inboxEndpoints.setAutomation, {
    caller: 'member',
    sees: seesConversation,
    serve: async (ctx, { params, body }) => {
      const { parties } = await findConversation(ctx, params.conversation_id)
      await setAutomation(ctx, params.conversation_id, body.automation_enabled, parties)
      return showOne(ctx, params.conversation_id)
    },
  }),
  route(inboxEndpoints.sendOperatorMessage, {
    caller: 'member',
    sees: seesConversation,
    serve: (ctx, { params, body }) => sendOperatorMessage(ctx, params.conversation_id, body),
  }),
  route(draftEndpoints.draftReply, {
    caller: 'member',
    sees: seesConversation,
    automation: true,
    serve: (ctx, { params, http }) =>
      whileConnected(http, (signal) => suggestReply(ctx, params.conversation_id, signal)),
  }),
  route(inboxEndpoints.editOperatorMessage, {
    caller: 'member',
    sees: seesConversation,
    serve: (ctx, { params, body }) => editOperatorMessage(ctx, params, body.content),
  }),
  route(inboxEndpoints.deleteOperatorMessage, {
    caller: 'member',
    serve: async (ctx, { params }) => {
      await deleteOperatorMessage(ctx, params)
      return { success: true as const }
    },
  }),
  route(inboxEndpoints.resendMessage, {
    caller: 'member',
    serve: (ctx, { params }) => resendMessage(ctx, params),
  }),
  route(presenceEndpoints.listPresence, { caller: 'member', serve: (ctx) => listPresence(ctx) }),
  route(presenceEndpoints.sendPresence, {
    caller: 'member',
    sees: seesConversation,
    // Anyone who types says so every few seconds, and may step through conversations between.
    limit: { name: 'presence', per_minute: 240 },
    limitBy: ({ user }) => user.id,
    serve: (ctx, { params, body }) => sendPresence(ctx, params.conversation_id, body),
  }),
  route(translationEndpoints.translateMessage, {
    caller: 'member',
    sees: seesConversation,
    automation: true,
    serve: (ctx, { params, body, http }) =>
      whileConnected(http, (signal) => translateMessage(ctx, params, body.language, signal)),
  }),
  route(inboxEndpoints.listContacts, {
    caller: 'member',
    serve: (ctx, { query }) => listContacts(ctx, query),
  }),
  route(inboxEndpoints.showContact, {
    caller: 'member',
    serve: (ctx, { params }) => findContact(ctx, params.contact_id),
  }),
  route(inboxEndpoints.updateContact, {
    caller: 'member',
    sees: seesContact,
    serve: (ctx, { params, body }) => updateContact(ctx, params.contact_id, body),
  }),
  route(inboxEndpoints.deleteContact, {
    caller: 'member',
    serve: async (ctx, { params }) => {
      await deleteContact(ctx, params.contact_id)
      return { success: true as const }
    },
  }),
  route(inboxEndpoints.listContactConversations, {
    caller: 'member',
    serve: (ctx, { params, query }) => listContactConversations(ctx, params.contact_id, query),
  }),
  route(contactMergeEndpoints.mergeContacts, {
    caller: 'member',
    sees: seesContact,
    serve: (ctx, { params, body }) => mergeContacts(ctx, params.contact_id, body.contact_id_to_merge),
  }),
  route(contactMergeEndpoints.listContactMerges, {
    caller: 'member',
    serve: (ctx, { params }) => listContactMerges(ctx, params.contact_id),
  }),
  route(contactMergeEndpoints.undoContactMerge, {
    caller: 'member',
    sees: seesContact,
    serve: (ctx, { params }) => undoContactMerge(ctx, params),
  }),
  ...noteRoutes,
  ...labelRoutes,
  ...cannedReplyRoutes,
]
