import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Message } from '#contracts/conversations.ts'
import type { CallEvent } from '#contracts/voice-socket.ts'
import type { OrganizationRow } from '#features/organizations/table.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import type { TestApp } from '../app.ts'
import { startCustomDouble } from '../doubles/vendors/chat-completions.ts'

type OrganizationValues = Parameters<TestApp['given']['organization']>[0]
type Values = Parameters<TestApp['given']['connectedTeammate']>[2]

/** An organization with a teammate that listens, answers and speaks, all at one server of the organization's own. */
export async function givenCallable(app: TestApp, values: Values = {}, row: OrganizationValues = {}) {
  const vendor = await startCustomDouble('sk-own')
  onTestFinished(() => vendor.close())
  const given = await app.given.organization(row)
  const speaker = await app.given.model({ provider: 'custom', is_tts: true })
  const listener = await app.given.model({ provider: 'custom', is_stt: true })
  const { voice } = await app.given.voice({ provider: 'custom' })
  const connection = { base_url: vendor.base_url, api_key: 'sk-own' }
  const teammate = await app.given.connectedTeammate(given.organization, connection, {
    name: 'Ada',
    tts_model: speaker.id,
    stt_model: listener.id,
    voice,
    ...values,
  })
  const client = await app.as(given.owner)
  return { ...given, vendor, teammate, client, path: sessionPath(given.organization, teammate) }
}

export const sessionPath = ({ id }: Pick<OrganizationRow, 'id'>, teammate: Pick<TeammateRow, 'id'>): string =>
  `/chat/realtime/employee/create-session/${id}/${teammate.id}`

type Callable = Pick<Awaited<ReturnType<typeof givenCallable>>, 'client' | 'path' | 'organization' | 'teammate'>

/** A colleague's new call, under way. */
export async function beginCall(server: { base_url: string }, { client, path, organization, teammate }: Callable) {
  const { body } = await client.post(path, { create_new_conversation: true })
  const call = await openCall(server, body.session_id)
  await call.event('session.created')
  const base = `/api/organizations/${organization.id}`
  const chat = `${base}/employees/${teammate.id}`
  const conversation_id: string = body.conversation_id
  const messages = async (): Promise<Message[]> => {
    const read = await client.get(`${chat}/messages?conversation_id=${conversation_id}`)
    return read.body.data.toReversed()
  }
  return { call, base, chat, messages, conversation_id }
}

/** A client of the socket, which collects what it is sent. */
export async function openCall({ base_url }: { base_url: string }, session_id: string) {
  const socket = new WebSocket(`${base_url.replace(/^http/, 'ws')}/chat/realtime?session=${session_id}`)
  const events: CallEvent[] = []
  let heartbeats = 0
  const audio: Buffer[] = []
  let closed: { code: number; reason: string } | null = null
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return void audio.push(data)
    const event: CallEvent = JSON.parse(data.toString('utf8'))
    if (event.type === 'heartbeat') heartbeats += 1
    else events.push(event)
  })
  socket.on('close', (code, reason) => {
    closed = { code, reason: reason.toString() }
  })
  socket.on('error', () => undefined)
  onTestFinished(() => socket.terminate())
  await Promise.race([once(socket, 'open'), once(socket, 'close')]).catch(() => undefined)
  if (socket.readyState !== socket.OPEN) await expect.poll(() => closed).not.toBeNull()
  return {
    socket,
    /** All but heartbeats, which come whatever happens. */
    events,
    heartbeats: () => heartbeats,
    audio,
    closed: () => closed,
    sendAudio: (pcm: Buffer) => socket.send(pcm),
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    /** The first part of a message whose rest does not come. */
    beginText: (text: string) => socket.send(text, { fin: false }),
    hangUp: () => socket.close(1000),
    /** Resolves with the event once it is there. */
    async event<Type extends CallEvent['type']>(type: Type): Promise<Extract<CallEvent, { type: Type }>> {
      const isOfType = (event: CallEvent): event is Extract<CallEvent, { type: Type }> => event.type === type
      await expect.poll(() => events.find(isOfType)).toBeDefined()
      const found = events.find(isOfType)
      if (!found) throw new Error(`No ${type} came`)
      return found
    },
    async untilClosed(): Promise<{ code: number; reason: string }> {
      await expect.poll(() => closed).not.toBeNull()
      return closed ?? { code: 0, reason: '' }
    },
  }
}
