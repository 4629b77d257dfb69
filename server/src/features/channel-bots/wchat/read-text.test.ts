import { expect, test } from 'vitest'
import { mentionedIn, readText } from './read-text.ts'

const read = (text: string) => readText(text, { bot_user_id: 'UBOT', personName: (id) => ({ U1: 'Anna Weber' })[id] })

test.for([
  ['<@UBOT> hello', 'hello'],
  ['<@UBOT>, hello', 'hello'],
  ['<@UBOT|ada>: hello', 'hello'],
  ['hello <@UBOT>', 'hello'],
  ['hello <@UBOT>!', 'hello!'],
  ['ask <@UBOT> please', 'ask please'],
  ['<@UBOT>', ''],
  ['<@U1> and <@U2> and <@U3|max>', '@Anna Weber and @U2 and @max'],
  ['in <#C1|general>, <#C2|> and <#C3>', 'in #general, #C2 and #C3'],
  ['<https://x.example/a|the page>', 'the page (https://x.example/a)'],
  ['<https://x.example>', 'https://x.example'],
  ['<http://x.example|x.example>', 'http://x.example'],
  ['<mailto:a@x.example|a@x.example>', 'a@x.example'],
  ['<!here> <!channel> <!everyone>', '@here @channel @everyone'],
  ['<!subteam^S1|@sales> <!subteam^S1>', '@sales @group'],
  ['<!date^1392734382^{date}|Feb 18, 2014>', 'Feb 18, 2014'],
  ['a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
  ['&lt;@UBOT&gt;', '<@UBOT>'],
  ['two\nlines  with  spaces', 'two\nlines  with  spaces'],
  ['<>', '<>'],
  ['a < b', 'a < b'],
] as const)('%s is read as “%s”', ([sent, seen]) => {
  expect(read(sent)).toBe(seen)
})

test('people are found by their mentions, each once', () => {
  expect(mentionedIn('<@U1> <@U2|x> <@U1> <!here> @U3 &lt;@U4&gt;')).toEqual(['U1', 'U2'])
})
