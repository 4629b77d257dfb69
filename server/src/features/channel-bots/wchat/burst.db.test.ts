import { expect, test } from 'vitest'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'
import { processDueChats } from '../bots/process-chats.ts'

const { app, slack, talking } = await startSlackApp()

test('of a burst with redeliveries nothing is lost, nothing is answered twice, and each thread is answered in its order', async () => {
  const here = await talking()
  here.vendor.reply(({ body }) => ({ text: `Re: ${JSON.stringify(body.messages).slice(-80)}` }))
  const people = Array.from({ length: 5 }, (_, n) => slack.newPerson({ name: `p${n}`, real_name: `Person ${n}` }))
  const roots = new Map<string, string>()
  const sent = people.flatMap((from, person) =>
    [0, 1, 2].map(async (n) => {
      const text = `person ${person} message ${n}`
      const delivered = await here.say({ from, channel: here.channel, text: `${here.mention} ${text}` })
      roots.set(text, String(delivered[0]?.envelope?.event.ts))
      const again = await Promise.all(delivered.map((one) => slack.redeliver(one)))
      expect([...delivered, ...again].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }),
  )
  const sweeping = Promise.all(Array.from({ length: 4 }, () => processDueChats(app.ctx)))
  await Promise.all([...sent, sweeping])
  const answers = await here.sentAfter(15)
  for (const [text, thread_ts] of roots) {
    expect(
      answers.filter((one) => one.thread_ts === thread_ts).map(({ markdown_text }) => markdown_text?.includes(text)),
    ).toEqual([true])
  }
  expect((await here.received()).toSorted()).toEqual([...roots.keys()].toSorted())
  // More than a minute allows waits for its turn.
  await here.allProcessed()
  expect(here.sent()).toHaveLength(15)
})
