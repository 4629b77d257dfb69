import { expect, test } from 'vitest'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'

const { slack, talking } = await startSlackApp()

async function answering() {
  const here = await talking()
  return {
    ...here,
    /** Asks in the channel, and is answered with this. */
    async answer(text: string): Promise<void> {
      here.vendor.reply(() => ({ text }))
      await here.say({ from: here.anna, channel: here.channel, text: `${here.mention} answer this` })
    },
  }
}

test('nobody reaches a whole workspace through a teammate', async () => {
  const here = await answering()
  await here.answer('Tell <!channel>, <!here|here>, <!everyone> and <!subteam^S123|@sales> of it, and <@U1>')
  expect((await here.sentAfter(1))[0]?.markdown_text).toBe(
    'Tell @channel, @here, @everyone and @sales of it, and <@U1>',
  )
})

test('no address in an answer is fetched by Slack, which would tell its owner what the answer says', async () => {
  const here = await answering()
  const address = 'https://x.example/a.png?secret=1'
  await here.answer(`See ![a](${address}), ${address} and https://x.example/b`)
  await here.sentAfter(1)
  slack.answerNext('chat.postMessage', { error: 'invalid_blocks' })
  await here.answer(`See ${address}`)
  const sent = await here.sentAfter(2)
  expect(sent.map(({ previews }) => previews)).toEqual([undefined, undefined])
})

test('what is between angle brackets is read as it was written, and a link leads where it says', async () => {
  const here = await answering()
  const text =
    'Set <name> in `<code>`, see <https://a.example/x>, not <https://b.example|https://bank.example>\n~~~\n```\n<a>\n~~~'
  await here.answer(text)
  expect((await here.sentAfter(1))[0]?.markdown_text).toBe(
    text.replace('<name>', '&lt;name>').replace('<https://b', '&lt;https://b'),
  )
})
