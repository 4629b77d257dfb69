import type { Message } from '#contracts/conversations.ts'
import { newId } from '#platform/id.ts'
import type { Client } from '../client.ts'
import { type Listener, openListener } from '../events/listener.ts'
import { ok } from './ok.ts'
import type { ResumePlace } from './round.ts'

type Begun = { conversation_id: string; message_id: string; run_id: string }

/** A chat in which a teammate answers, as the person who asks sees it. */
export type Talk = {
  begun: Begun
  listener: Listener
  read(): Promise<Message | undefined>
  /** As the person who asked; a wrong kind of answer is refused. */
  answer(question_id: string, value: string): Promise<number>
  archive(): Promise<number>
  remove(): Promise<number>
  stop(): Promise<number>
}

const WEBCHAT = '/api/public/webchat'

/** Each visitor has a network of their own, because new conversations are counted by address. */
export async function openWebchat(
  place: ResumePlace,
  n: number,
  message: string,
  anyone: (headers: Record<string, string>) => Client,
  address: string,
): Promise<Talk> {
  const contact = { external_id: `visitor-${n}` }
  const own = {
    'api-key': place.organization.public_api_key,
    'x-forwarded-for': `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`,
  }
  const { data } = await ok(anyone(own).get(`${WEBCHAT}/init?contact_external_id=${contact.external_id}`))
  const listener = await openListener(address, data.ws_token)
  const sent = await ok(anyone(own).post(`${WEBCHAT}/messages`, { message, client_message_id: newId(), contact }))
  const { conversation, answer, webchat_token } = sent.data
  const known = () => anyone({ ...own, 'webchat-token': webchat_token })
  const at = `${WEBCHAT}/conversations/${conversation.id}`
  return {
    begun: { conversation_id: conversation.id, message_id: answer.id, run_id: answer.run_id },
    listener,
    async read() {
      const query = `limit=100&contact_external_id=${contact.external_id}&conversation_id=${conversation.id}`
      const { status, body } = await anyone(own).get(`${WEBCHAT}/messages?${query}`)
      return status === 200 ? body.data.find(({ id }: Message) => id === answer.id) : undefined
    },
    answer: async (question_id, value) => {
      const body = { conversation_id: conversation.id, question_id, value, contact }
      return (await anyone(own).post(`${WEBCHAT}/messages/${answer.id}/answer`, body)).status
    },
    archive: async () => (await known().patch(`${at}/archive`, {})).status,
    remove: async () => (await known().delete(at, {})).status,
    stop: async () => 404,
  }
}

export async function openInternal(
  place: ResumePlace,
  message: string,
  anyone: () => Client,
  address: string,
): Promise<Talk> {
  const base = `/api/organizations/${place.organization.id}/employees/${place.employee_id}`
  const listener = await openListener(address, place.operators[0]?.ws_token ?? '')
  const { id } = await ok(anyone().post(`${base}/conversations/new`))
  const { run_id, assistant_message_id } = await ok(anyone().post(`${base}/messages`, { message, conversation_id: id }))
  const at = `${base}/conversations/${id}`
  return {
    begun: { conversation_id: id, message_id: assistant_message_id, run_id },
    listener,
    async read() {
      const { status, body } = await anyone().get(`${base}/messages?conversation_id=${id}`)
      return status === 200 ? body.data.find((one: Message) => one.id === assistant_message_id) : undefined
    },
    answer: async () => 409,
    archive: async () => 404,
    remove: async () => (await anyone().delete(at)).status,
    async stop() {
      const { status, body } = await anyone().post(`${at}/stop-generation`, { run_id })
      return status === 200 && body.stopped ? 200 : 409
    },
  }
}
