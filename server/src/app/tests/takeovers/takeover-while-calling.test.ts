import { expect, onTestFinished, test } from 'vitest'
import { conversationCallUpdated } from '#features/voice/events.ts'
import { onEvent } from '#platform/reaction.ts'
import { startTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { chatInputs, PAUSE, say, script } from '#testing/calls/spoken-call.ts'
import { beginVisitorCall } from '#testing/calls/visitor-call.ts'
import { givenCallable } from '#testing/calls/voice.ts'
import { layers, surfaces } from '../../features.ts'

test('a person who takes over while the call is being set up is announced, and the teammate stays silent', async () => {
  let takeOver: (conversation_id: string) => Promise<unknown> = async () => undefined
  // The call is recorded, and not known to this process yet.
  const listener = onEvent(conversationCallUpdated, (_ctx, { conversation_id, call }) =>
    call ? takeOver(conversation_id) : Promise.resolve(),
  )
  const own = await startTestApp({ features: [...layers, ...surfaces, { name: 'listener', reactions: [listener] }] })
  onTestFinished(() => own.close())
  const given = await givenCallable(own, { channel: 'Web Chat' })
  script(given.vendor, {})
  takeOver = (id) => given.client.post(`/api/organizations/${given.organization.id}/conversations/${id}/assign`)
  const talk = { ...given, ...(await beginVisitorCall(own, given)) }
  expect(await talk.call.event('operator_changed')).toMatchObject({ operator_name: given.owner.name })
  say(talk, voice(900), PAUSE)
  expect(await talk.call.event('caption')).toMatchObject({ role: 'user' })
  expect(chatInputs(talk)).toEqual([])
})
