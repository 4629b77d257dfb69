import { expect, test } from 'vitest'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'

const { teams, talking } = await startTeamsApp()

const html = (content: string) => ({ contentType: 'text/html', content })

// As `@microsoft/teams.api` 2.1.0 describes it.
const quoted = (preview: string | null) => ({
  type: 'quotedReply',
  quotedReply: { messageId: '1764000000001', senderId: null, senderName: 'Ada', preview, isReplyDeleted: false },
})

test('a quoted message is no part of what a person wrote, and the teammate knows what they answer', async () => {
  const here = await talking()
  await teams.say(here.bot, {
    text: '<quoted messageId="1764000000001"/> Is that the new one?',
    fields: { entities: [quoted('We have it in red.')] },
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['Is that the new one?'])
  expect(here.asked()).toContain('reply to [[We have it in red.]]: Is that the new one?')
})

test('one that was deleted meanwhile leaves nothing behind', async () => {
  const here = await talking()
  const text = '<quoted messageId="1764000000001"/>And now?'
  await teams.say(here.bot, { text, fields: { entities: [quoted(null)] } })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['And now?'])
  expect(here.asked()).not.toContain('reply to')
})

test('a quote that only the HTML of a message has is read from that', async () => {
  const here = await talking()
  await teams.say(here.bot, {
    text: 'Is that the new one?',
    attachments: [
      html(
        '<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="1764000000001">\r\n' +
          '<strong itemprop="mri" itemid="28:1">Ada</strong><span itemprop="time" itemid="1764000000001"></span>\r\n' +
          '<p itemprop="preview">We have it in <a href="https://x.example/red">red</a> &amp; blue.</p>\r\n</blockquote>\r\n' +
          '<p>Is that the new one?</p>',
      ),
    ],
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['Is that the new one?'])
  expect(here.asked()).toContain('reply to [[We have it in red & blue.]]: Is that the new one?')
})

const FORWARDED =
  '<blockquote itemtype="http://schema.skype.com/Forward">\n<p>Pay the <a href="https://x.example/7">invoice</a> today ' +
  '<img itemtype="http://schema.skype.com/Emoji" alt="🙂">.</p>\n<blockquote>Really</blockquote><p>Yours, Max</p>\n</blockquote>'

test('what a person forwards is a quote, and not what they wrote', async () => {
  const here = await talking()
  const forward = (text: string, own: string) =>
    teams.say(here.bot, { text, attachments: [html(`${own}${FORWARDED}`)] })
  await forward('Is this right?\n\nPay the invoice today 🙂.\nReally\nYours, Max', '<p>Is this right?</p>\n')
  await here.sentAfter(1)
  await forward('Pay the invoice today 🙂.\n\nReally\n\nYours, Max\n', '')
  await here.sentAfter(2)
  await forward('', '<p>See</p>')
  await here.sentAfter(3)
  const quote = '> Pay the invoice (https://x.example/7) today 🙂.\n> Really\n> Yours, Max'
  expect(await here.received()).toEqual([`Is this right?\n\n${quote}`, quote, `See\n\n${quote}`])
  expect(here.asked()).not.toContain('reply to')
})

test('a forwarded message whose words are others in the text is left there', async () => {
  const here = await talking()
  await teams.say(here.bot, { text: 'Look\n\nPay it', attachments: [html(`<p>Look</p>${FORWARDED}`)] })
  await here.sentAfter(1)
  expect((await here.received()).join()).toMatch(/^Look\n\nPay it/)
})
