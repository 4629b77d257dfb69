import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { music, ringing, silence, voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, type SpokenCall, say, texts, transcriptionInputs } from '#testing/calls/spoken-call.ts'

const app = await ownTestApp()

const countStarts = ({ call }: SpokenCall): number => call.events.filter(({ type }) => type === 'speech_started').length

const sounds = {
  music: music(4000),
  'a telephone that rings': Buffer.concat([ringing(2000), silence(500), ringing(1500)]),
}

test.for(Object.entries(sounds))('%s starts no turn, and nothing of it is transcribed', async ([, sound]) => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Hello' }] })
  say(talk, silence(500), sound, PAUSE, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(countStarts(talk)).toBe(1)
  expect(transcriptionInputs(talk)).toHaveLength(1)
})

test('music over an answer does not interrupt it', async () => {
  const talk = await givenSpokenCall(app, {
    heard: [{ text: 'Hello' }, { text: 'Thanks' }],
    answers: [{ text: 'Your parcel arrives on Monday at about four.' }, { text: 'You are welcome.' }],
  })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  say(talk, music(1500), silence(300))
  await talk.call.event('response.done')
  say(talk, PAUSE, voice(900), PAUSE)
  await expect.poll(() => talk.call.events.filter(({ type }) => type === 'response.done')).toHaveLength(2)
  expect(talk.call.events.filter(({ type }) => type === 'response.paused')).toEqual([])
  expect(countStarts(talk)).toBe(2)
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'Hello'],
    ['ai', 'Your parcel arrives on Monday at about four.'],
    ['contact', 'Thanks'],
    ['ai', 'You are welcome.'],
  ])
})

test('a caller is heard over music that plays since before', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Hello' }] })
  say(talk, music(3000), mix(music(1400), voice(1400)), PAUSE)
  await talk.call.event('response.done')
  expect(countStarts(talk)).toBe(1)
  expect(texts(await talk.messages())[0]).toEqual(['contact', 'Hello'])
})

/** A voice with music at a sixth of its level. */
function mix(quiet: Buffer, loud: Buffer): Buffer {
  const mixed = Buffer.from(loud)
  for (let at = 0; at < mixed.length; at += 2) {
    mixed.writeInt16LE(Math.round(loud.readInt16LE(at) * 0.8 + quiet.readInt16LE(at) / 6), at)
  }
  return mixed
}
