import type { TestApp } from '../app.ts'
import { WEBCHAT } from '../chats/webchat.ts'
import { type CallSetup, script, texts } from './spoken-call.ts'
import { givenCallable, openCall } from './voice.ts'

type Callable = Pick<Awaited<ReturnType<typeof givenCallable>>, 'organization' | 'teammate' | 'client'>

/** A visitor calls a teammate through a website chat; `isTakenOver`: an operator has the conversation already. */
export async function beginVisitorCall(
  app: TestApp,
  { organization, teammate, client }: Callable,
  { isTakenOver = false, base_url = app.base_url } = {},
) {
  const base = `/api/organizations/${organization.id}`
  const made = await client.post(`${base}/webchat-entry-points`, { name: 'Shop', employee_id: teammate.id })
  const entry_point_id: string = made.body.id
  const visitor = await app.given.visitor(organization)
  const begun = await visitor.post(`${WEBCHAT}/conversations/new`, { event_id: entry_point_id })
  const conversation_id: string = begun.body.data.conversation.id
  const at = (rest: string) => `${base}/conversations/${conversation_id}${rest}`
  if (isTakenOver) await client.post(at('/assign'))
  const session = `/chat/realtime/create-session/${entry_point_id}`
  const created = await visitor.post(session, { conversation_id })
  const call = await openCall({ base_url }, created.body.data.session_id)
  await call.event('session.created')
  return { visitor, base, entry_point_id, conversation_id, session, call, at }
}

/** A visitor’s call with a teammate of several models, and the operator’s client for its conversation. */
export async function givenVisitorCall(app: TestApp, setup: CallSetup & { isTakenOver?: boolean } = {}) {
  const given = await givenCallable(app, { channel: 'Web Chat', ...setup.values }, setup.organization)
  script(given.vendor, setup)
  const begun = await beginVisitorCall(app, given, setup)
  const messages = async () => texts((await given.client.get(begun.at('/messages'))).body.data.toReversed())
  return { ...given, ...begun, messages }
}
