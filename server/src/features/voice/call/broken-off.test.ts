import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, type SpokenCall, say, texts, transcriptionInputs } from '#testing/calls/spoken-call.ts'
import { waitForMoreMs } from './expects-more.ts'

const app = await ownTestApp()

/** Says something and a pause after it that ends a turn; resolves when the server has its text. */
async function breakOff(talk: SpokenCall): Promise<void> {
  say(talk, voice(900), PAUSE)
  await talk.call.event('speech_stopped')
  await expect.poll(() => transcriptionInputs(talk).length).toBe(1)
  talk.call.send('?')
  await talk.call.event('error')
}

test('a caller who pauses in the middle of a sentence is answered once, to the whole sentence', async () => {
  const heard = [{ text: 'My order number is.' }, { text: 'Four seven eleven.' }]
  const talk = await givenSpokenCall(app, { heard })
  await breakOff(talk)
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'My order number is. Four seven eleven.'],
    ['ai', 'Hi there.'],
  ])
})

test('a sentence that is left unfinished is answered all the same', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'My order number is.' }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(texts(await talk.messages())[0]).toEqual(['contact', 'My order number is.'])
})

test('a caller who hangs up in the middle of a sentence is saved with it', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'My order number is.' }] })
  await breakOff(talk)
  talk.call.socket.close()
  await expect.poll(async () => texts(await talk.messages())[0]).toEqual(['contact', 'My order number is.'])
})

test.for([
  'I would like to return the.',
  'My order has not arrived and.',
  'Ich möchte das zurückgeben, weil',
  'Meine Bestellnummer ist.',
  'Je voudrais changer le.',
  'Mi número es.',
  'Vorrei sapere perché.',
  'Mijn naam is',
  'Я хочу вернуть заказ, потому',
  'Мой номер.',
  '注文は、',
  'I bought it, um…',
  'My number is 4.',
  'four, seven',
  'The code is B 4 A.',
])('more is expected after “%s”', (text) => {
  expect(waitForMoreMs(text)).toBeGreaterThan(0)
})

test.for([
  'Yes.',
  'No, thank you.',
  'Yes, it is.',
  'Where are you from?',
  'I take two.',
  'I would like that one.',
  'Rufen Sie mich an.',
  'Weil es kaputt ist.',
  '¡Para!',
  'Да, это я.',
  'Hän tulee huomenna ja.',
  '',
])('“%s” may be all', (text) => {
  expect(waitForMoreMs(text)).toBe(0)
})
