import { expect, test } from 'vitest'
import { nextPassage } from './next-passage.ts'

/** What is said of a text that grows by so many characters at a time. */
function spokenOf(text: string, step: number): string[] {
  const spoken: string[] = []
  let from = 0
  for (let length = step; ; length += step) {
    const isComplete = length >= text.length
    for (;;) {
      const passage = nextPassage(text.slice(0, length), from, { isComplete, isFirst: spoken.length === 0 })
      if (!passage) break
      expect(passage.start).toBeGreaterThanOrEqual(from)
      expect(passage.end).toBeGreaterThan(from)
      from = passage.end
      if (passage.spoken !== '') spoken.push(passage.spoken)
    }
    if (!isComplete) continue
    expect(text.slice(from).trim()).toBe('')
    return spoken
  }
}

test.each<[string, string, string[]]>([
  ['sentences', 'Hello. How are you? Fine!', ['Hello.', 'How are you?', 'Fine!']],
  ['abbreviations', 'Ask Dr. Smith. It is no. 5, e.g. Tea.', ['Ask Dr. Smith.', 'It is no. 5, e.g. Tea.']],
  ['numbers', 'It costs 3.50 euros. Really.', ['It costs 3.50 euros.', 'Really.']],
  [
    'German',
    'Das ist z. B. Herr Dr. Müller. Er kommt am 5. Mai.',
    ['Das ist z. B. Herr Dr. Müller.', 'Er kommt am 5. Mai.'],
  ],
  ['Japanese', 'これは文です。次の文です。', ['これは文です。', '次の文です。']],
  [
    'marks',
    '# Steps\n\n1. Open *the* app\n- Press `Save`.\n> **Done**',
    ['Steps', '1. Open the app', 'Press Save.', 'Done'],
  ],
  ['links', 'See [our page](https://a.example/b_c) or https://www.b.example/x?y=1.', ['See our page or b.example']],
  [
    'links whose address is elsewhere',
    'See [our page][1] and ![a map][2].\n\n[1]: https://a.example/b "Ours"\n[2]: /m.png',
    ['See our page and a map.'],
  ],
  ['signs that are written otherwise', 'Tom &amp; Anna pay 5 \\* 3&nbsp;€.', ['Tom & Anna pay 5 * 3 €.']],
  ['names in code', 'Set `<your_name>` and `a * b * c`.', ['Set <your_name> and a * b * c.']],
  ['emphasis over lines', 'It is **due to\nlimits** of it.', ['It is due to', 'limits of it.']],
  ['code of an item', '1. So:\n\n     ```js\n     foo. Bar.\n     ```\n2. That is it.', ['1. So:', '2. That is it.']],
  ['code that an item begins with', '- ```js\n  foo. Bar.\n  ```\n- That is it.', ['That is it.']],
  ['code on one line', '```ls``` lists.\nThat is it.', ['ls lists.', 'That is it.']],
  ['code', 'So:\n\n```js\nfoo. Bar.\n```\n\nThat is it.', ['So:', 'That is it.']],
  ['tables', 'So:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThat is it.', ['So:', 'That is it.']],
  ['citations', 'In 30 days (policy/return-policy.md:3-5). Yes.', ['In 30 days (return policy).', 'Yes.']],
  ['nothing', ' \n\n---\n', []],
])('%s', (_name, text, spoken) => {
  for (const step of [1, 3, 7, 1000]) expect(spokenOf(text, step)).toEqual(spoken)
})

test('a sentence without end is cut where one breathes', () => {
  const passages = spokenOf('word '.repeat(400), 11)
  expect(passages.join(' ')).toBe('word '.repeat(400).trim())
  for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(300)
})

test('speaking begins with a part of a sentence while the rest is still written', () => {
  const text = 'If you want to send back the shoes, do so. If you want to keep them, keep them.'
  expect(spokenOf(text, 3)).toEqual([
    'If you want to send back the shoes,',
    'do so.',
    'If you want to keep them, keep them.',
  ])
})
