import { voiceEndpoints } from '#contracts/voice.ts'
import { webchatEndpoints } from '#contracts/webchat.ts'
import type { Config } from '#platform/config.ts'
import { MAX_BODY_LIMIT_BYTES } from '#platform/http/read-body.ts'
import { route } from '#platform/route.ts'
import { archiveConversation, unarchiveConversation } from '../conversations/archive-conversation.ts'
import { requestOperator } from '../conversations/operators/request-operator.ts'
import { editTitle } from '../conversations/titles/edit-title.ts'
import { removeConversation } from '../replies/remove-conversation.ts'
import { settingsRoutes } from './settings/routes.ts'
import { answerWebchatQuestion } from './talk/answer-webchat-question.ts'
import { beginConversation } from './talk/begin-conversation.ts'
import { changeOwnConversation, withOwnConversation } from './talk/change-own-conversation.ts'
import { createWebchatVoiceSession } from './talk/create-voice-session.ts'
import { describeConversation } from './talk/describe-conversations.ts'
import { giveWebchatFeedback } from './talk/give-webchat-feedback.ts'
import { listWebchatConversations } from './talk/list-webchat-conversations.ts'
import { listWebchatMessages } from './talk/list-webchat-messages.ts'
import { requireActive, sendWebchatMessage } from './talk/send-webchat-message.ts'
import { serveWebchatAttachment } from './talk/serve-webchat-attachment.ts'
import { pagesOfOrganization } from './visitors/allowed-origins.ts'
import { tokensOf } from './visitors/ensure-visitor.ts'
import { initWebchat } from './visitors/init-webchat.ts'

const done = <T>(data: T) => ({ success: true as const, data })

const fromPage = {
  cors: pagesOfOrganization,
  limit: (config: Config) => ({ name: 'webchat', per_minute: config.WEBCHAT_ADDRESS_RATE }),
}
const visitor = { caller: 'visitor', ...fromPage } as const
const knownVisitor = { caller: 'known_visitor', ...fromPage } as const

export const routes = [
  route(webchatEndpoints.initWebchat, {
    ...visitor,
    serve: async (ctx, { query }) => done(await initWebchat(ctx, query)),
  }),
  route(webchatEndpoints.listWebchatConversations, {
    ...visitor,
    serve: (ctx, { query }) => listWebchatConversations(ctx, query),
  }),
  route(webchatEndpoints.createWebchatConversation, {
    ...visitor,
    serve: async (ctx, { body }) => {
      const { visitor, ...talk } = await beginConversation(ctx, body)
      return done({ ...(await tokensOf(ctx, visitor)), conversation: await describeConversation(ctx, talk) })
    },
  }),
  route(webchatEndpoints.updateWebchatTitle, {
    ...knownVisitor,
    serve: async (ctx, { params, body: { contact, title } }) =>
      done(
        await changeOwnConversation(ctx, { ...params, contact }, ({ conversation }, parties) =>
          editTitle(ctx, conversation.id, title, parties),
        ),
      ),
  }),
  route(webchatEndpoints.archiveWebchatConversation, {
    ...knownVisitor,
    serve: async (ctx, { params, body: { contact } }) =>
      done(
        await changeOwnConversation(ctx, { ...params, contact }, ({ conversation }, parties) =>
          archiveConversation(ctx, conversation.id, parties),
        ),
      ),
  }),
  route(webchatEndpoints.unarchiveWebchatConversation, {
    ...knownVisitor,
    serve: async (ctx, { params, body: { contact } }) =>
      done(
        await changeOwnConversation(ctx, { ...params, contact }, ({ conversation }, parties) =>
          unarchiveConversation(ctx, conversation.id, parties),
        ),
      ),
  }),
  route(webchatEndpoints.deleteWebchatConversation, {
    ...knownVisitor,
    serve: async (ctx, { params, body: { contact } }) => {
      await withOwnConversation(ctx, { ...params, contact }, ({ conversation }, parties) =>
        removeConversation(ctx, conversation.id, parties),
      )
      return { success: true as const }
    },
  }),
  route(webchatEndpoints.requestWebchatOperator, {
    ...knownVisitor,
    serve: async (ctx, { params, body: { contact } }) =>
      done(
        await changeOwnConversation(ctx, { ...params, contact }, (talk, parties) => {
          requireActive(talk)
          return requestOperator(ctx, talk.conversation.id, parties, 'contact')
        }),
      ),
  }),
  route(webchatEndpoints.listWebchatMessages, {
    ...visitor,
    serve: (ctx, { query }) => listWebchatMessages(ctx, query),
  }),
  route(webchatEndpoints.sendWebchatMessage, {
    ...visitor,
    bodyLimitBytes: MAX_BODY_LIMIT_BYTES,
    serve: async (ctx, { body }) => done(await sendWebchatMessage(ctx, body)),
  }),
  route(voiceEndpoints.createWebchatVoiceSession, {
    ...visitor,
    serve: async (ctx, { params, body }) => done(await createWebchatVoiceSession(ctx, { ...params, ...body })),
  }),
  route(webchatEndpoints.answerWebchatQuestion, {
    ...visitor,
    async serve(ctx, { params, body }) {
      await answerWebchatQuestion(ctx, { ...body, ...params })
      return { success: true as const }
    },
  }),
  route(webchatEndpoints.reactToWebchatMessage, {
    ...visitor,
    serve: async (ctx, { params, body }) => done(await giveWebchatFeedback(ctx, { ...body, ...params })),
  }),
  route(webchatEndpoints.giveWebchatFeedback, {
    ...visitor,
    serve: async (ctx, { params, body }) => done(await giveWebchatFeedback(ctx, { ...body, ...params })),
  }),
  route(webchatEndpoints.downloadWebchatAttachment, {
    caller: 'anyone',
    serve: (ctx, { params }) => serveWebchatAttachment(ctx, params),
  }),
  ...settingsRoutes,
]
