import { expect, test } from 'vitest'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'

const { teams, talking } = await startTeamsApp()

const html = (content: string) => ({ contentType: 'text/html', content })

test('where the words of a link lead is read with them', async () => {
  const here = await talking()
  await teams.say(here.bot, {
    text: 'Compare Our prices & terms with Our prices & terms, or https://x.example/c and x.example/d. Is it right?',
    attachments: [
      html(
        '<p>Compare <a href="https://x.example/a?b=1&amp;c=2" title="x"><strong>Our prices</strong> &amp;&nbsp;terms</a> with ' +
          '<a href="https://x.example/b">Our prices &amp; terms</a>, or <a href="https://x.example/c">https://x.example/c</a> ' +
          'and <a href="https://x.example/d/">x.example/d</a>. <a href="mailto:a@x.example">Is it</a> <a>right?</a></p>',
      ),
    ],
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual([
    'Compare Our prices & terms (https://x.example/a?b=1&c=2) with Our prices & terms (https://x.example/b), ' +
      'or https://x.example/c and x.example/d. Is it right?',
  ])
  expect(here.asked()).toContain('https://x.example/a?b=1&c=2')
})

test('a file that is shared by its address alone is read as its address, and a quoted link is not', async () => {
  const here = await talking()
  await teams.say(here.bot, {
    text: '',
    attachments: [
      html(
        '<blockquote><a href="https://x.example/quoted">Earlier</a></blockquote>' +
          '<p><a href="https://x.example/Prices.xlsx"><img src="icon.png"></a></p><a href="https://x.example/cut',
      ),
    ],
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['https://x.example/Prices.xlsx'])
})

test('a message that has its words in its HTML alone is read from that', async () => {
  const here = await talking()
  await teams.say(here.bot, {
    text: '',
    attachments: [
      html(
        '<blockquote>Earlier</blockquote><div><p>Is x &lt; 5 &amp; <strong>y</strong> &gt; 6?</p>' +
          '<ul><li>See <a href="https://x.example/a">the page</a></li><li>Two<br/>lines</li></ul></div>',
      ),
    ],
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['Is x < 5 & y > 6?\nSee the page (https://x.example/a)\nTwo\nlines'])
})
