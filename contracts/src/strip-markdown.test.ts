import { expect, test } from 'vitest'
import { stripMarkdown, stripMarkdownLines } from './strip-markdown.ts'

test.each([
  ['**Returns** are *free* within `30` days', 'Returns are free within 30 days'],
  ['## Returns\n\n- one\n- [x] two\n\n> quoted', 'Returns one two quoted'],
  ['See [the policy](https://example.com/a_b) and ![a picture](x.png)', 'See the policy and a picture'],
  ['See [the policy](https://example.com/cut of', 'See the policy'],
  ['```js\nconst a = 1\n```', 'const a = 1'],
  ['| Size | Price |\n|---|---:|\n| S | 3 |', 'Size Price S 3'],
  ['**cut off in the mid', 'cut off in the mid'],
  ['2 * 3 * 4 is snake_case_name, 5_000', '2 * 3 * 4 is snake_case_name, 5_000'],
  ['1. First\n2. Second', '1. First 2. Second'],
  ['~~gone~~ \\*not emphasized\\*', 'gone *not emphasized*'],
  ['', ''],
])('%j reads %j', (markdown, text) => expect(stripMarkdown(markdown)).toBe(text))

test('by lines, headings and items stay apart, and empty lines are left out', () => {
  const markdown = '## Returns\n\n- Within **30 days**\n- Unused,  in its packaging\n\n```sh\nls\n```\n'
  expect(stripMarkdownLines(markdown)).toBe('Returns\nWithin 30 days\nUnused, in its packaging\nls')
})
