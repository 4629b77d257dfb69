import { expect, test } from 'vitest'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'

const { telegram, talking } = await startTelegramApp()

const link = (offset: number, length: number, url: string) => ({ type: 'text_link', offset, length, url })

test('a link behind words is read with its address', async () => {
  const here = await talking()
  await telegram.say(here.bot, {
    text: '👍 Do you have this and https://b.example/ in red?',
    entities: [
      { type: 'bold', offset: 0, length: 5 },
      { type: 'url', offset: 24, length: 18 },
      link(15, 4, 'https://a.example/shoes?id=7'),
    ],
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual([
    '👍 Do you have this (https://a.example/shoes?id=7) and https://b.example/ in red?',
  ])
  expect(here.asked()).toContain('https://a.example/shoes?id=7')
})

test('so is one in the words below a picture', async () => {
  const here = await talking()
  const photo = { bytes: Buffer.from('ffd8ffe000104a464946', 'hex') }
  await telegram.say(here.bot, {
    photo,
    caption: 'This one?',
    fields: { caption_entities: [link(0, 8, 'https://a.example/1')] },
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['This one (https://a.example/1)?'])
})
