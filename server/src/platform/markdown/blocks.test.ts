import { expect, test } from 'vitest'
import { blocksOf, mapOutsideCode } from './blocks.ts'
import { endsInCode, openingMarks } from './fence.ts'

const outsideCode = (markdown: string) => mapOutsideCode(markdown, (text) => text.replaceAll('<', '&lt;'))

test.each([
  ['in an item', '1. Do\n\n    ```html\n    <b>\n    ```\n2. <i>', '1. Do\n\n    ```html\n    <b>\n    ```\n2. &lt;i>'],
  ['that an item begins with', '- ```\n  <b>\n  ```\n<i>', '- ```\n  <b>\n  ```\n&lt;i>'],
  ['in a quote', '> ```\n> <b>\n\n<i>', '> ```\n> <b>\n\n&lt;i>'],
  ['that ends with its item', '- a\n  ```\n  <b>\n\n<i>', '- a\n  ```\n  <b>\n\n&lt;i>'],
  ['on one line', '```<b>```\n\n<i>\n', '```<b>```\n\n&lt;i>\n'],
  ['across lines', 'run `a\n<b>` or <i>', 'run `a\n<b>` or &lt;i>'],
  ['behind a backtick that is none', '\\`<i> `<b>`', '\\`&lt;i> `<b>`'],
  ['behind carriage returns', 'a\rb\r\n```\r\n<b>\r\n```\r\n<i>', 'a\rb\r\n```\r\n<b>\r\n```\r\n&lt;i>'],
  ['with more marks', '````\n```\n<b>\n````\n<i>', '````\n```\n<b>\n````\n&lt;i>'],
])('code %s is code, and nothing else is', (_where, markdown, expected) => {
  expect(outsideCode(markdown)).toBe(expected)
})

test('every line is in a block of its kind, or in none', () => {
  const markdown = '# A\n\n| a |\n|---|\n| b |\n\n$$\nx\n\n=\n$$\nText\n\n---\n- ## B\n\n[a]: https://x.example'
  expect(blocksOf(markdown).map(({ kind, from, to }) => `${kind} ${from} to ${to}`)).toEqual([
    'heading 0 to 1',
    'table 2 to 5',
    'formula 6 to 11',
    'paragraph 11 to 12',
    'rule 13 to 14',
    'heading 14 to 15',
  ])
  expect(blocksOf('$$\nno end').map(({ kind }) => kind)).toEqual(['paragraph'])
})

test('a text that grows is in code until the block is closed', () => {
  const text = '1. Run\n\n     ```sh\n     ls\n     ```\n'
  const ends = [...text].map((_, at) => endsInCode(text.slice(0, at)))
  expect(text.slice(ends.indexOf(true), ends.lastIndexOf(true))).toBe('sh\n     ls\n     ``')
  expect(openingMarks('```sh``` is a command')).toBeNull()
})

test('the worst text takes a time that grows with its length alone', () => {
  const worst = (count: number) =>
    ['| a | b |\n|---|---|\n', '> - $$\n', '[a]: \n', '`` ` '].map((text) => text.repeat(count))
  const milliseconds = (count: number) => {
    const started = performance.now()
    for (const text of worst(count)) outsideCode(text)
    return performance.now() - started
  }
  milliseconds(1000)
  expect(milliseconds(40_000) / milliseconds(10_000)).toBeLessThan(12)
})
