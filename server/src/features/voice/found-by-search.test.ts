import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, say } from '#testing/calls/spoken-call.ts'
import { givenVisitorCall } from '#testing/calls/visitor-call.ts'

const app = await ownTestApp()

const spoken = {
  heard: [{ text: 'Where is my turquoise kettle?' }],
  answers: [{ text: 'It left Graz yesterday.' }],
}
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

test('operators find a call by the words of the visitor and of the teammate', async () => {
  const talk = await givenVisitorCall(app, spoken)
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  const find = async (q: string) => idsOf(await talk.client.get(`${talk.base}/conversations/search?q=${q}`))
  expect(await find('turquoise')).toEqual([talk.conversation_id])
  expect(await find('yesterday')).toEqual([talk.conversation_id])
})

test('a colleague finds a call with a teammate among the chats, by what was heard and not by what was cut off', async () => {
  const first = 'A rather long first sentence here.'
  const talk = await givenSpokenCall(app, { ...spoken, answers: [{ text: `${first} Then a zeppelin.` }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  const find = async (q: string) =>
    idsOf(await talk.client.get(`${talk.base}/internal-chat/conversations/search?q=${q}`))
  await expect.poll(() => find('zeppelin')).toEqual([talk.conversation_id])
  await expect.poll(() => Buffer.concat(talk.call.audio).length / 48).toBeGreaterThan(800)
  talk.call.send({ type: 'interrupt' })
  await talk.call.event('response.cancelled')
  await expect.poll(() => find('zeppelin')).toEqual([])
  expect(await find('turquoise')).toEqual([talk.conversation_id])
  expect(await find('rather')).toEqual([talk.conversation_id])
})
