import { expect, test } from 'vitest'
import { splitMarkdown } from '../bots/split-markdown.ts'
import { toTeamsMarkdown } from './teams-markdown.ts'

test('headings, rules and pictures become what Teams shows', () => {
  expect(
    toTeamsMarkdown('# Title #\n\ntext\n\n---\n\n## **Bold** one\n![a map](https://x.example/m.png "t") #no'),
  ).toBe('**Title**\n\ntext\n\n\n\n**Bold one**  \n[a map](https://x.example/m.png) #no')
})

test('what is between angle brackets is shown, and is neither HTML nor a mention', () => {
  expect(toTeamsMarkdown('Use <your name>, <b>bold</b>, <at>All</at> or a < b.\n# <Title>')).toBe(
    'Use &lt;your name>, &lt;b>bold&lt;/b>, &lt;at>All&lt;/at> or a &lt; b.\n**&lt;Title>**',
  )
  const inert = 'See <https://x.example/?a=1> or `a < <b>`.\n```\n<div>\n```'
  expect(toTeamsMarkdown(inert)).toBe(inert)
  expect(toTeamsMarkdown('| a | b |\n|---|---|\n| <x> | 1 |')).toContain('\n<x>  1\n')
})

test('a table is set in columns', () => {
  const table = '| Name | Price |\n|:--|--:|\n| Pen | 1 \\| 2 |\n| A longer one | 30 |\nafter'
  expect(toTeamsMarkdown(table)).toBe(
    [
      '```',
      'Name          Price',
      '------------  -----',
      'Pen           1 | 2',
      'A longer one  30',
      '```',
      'after',
    ].join('\n'),
  )
})

test('a table keeps its columns in every script, and its place in a list', () => {
  expect(toTeamsMarkdown('- Prices\n\n  | 名前 | n |\n  |---|---|\n  | ペン | 1 |\n  | é | 2 |')).toBe(
    ['- Prices', '', '  ```', '  名前  n', '  ----  -', '  ペン  1', '  é     2', '  ```'].join('\n'),
  )
})

test('in columns no mark is left, and a table with links has none', () => {
  expect(toTeamsMarkdown('| **A** | B |\n|---|---|\n| `a*b` | *c*<br>d |')).toBe('```\nA    B\n---  ---\na*b  c d\n```')
  expect(toTeamsMarkdown('| A |\n|---|\n| [b](https://b.example) |')).toBe('**A:** [b](https://b.example)\n')
})

test('a table that is too wide for columns has a paragraph for each row', () => {
  const text = 'word '.repeat(30).trim()
  expect(toTeamsMarkdown(`| Name | **Text** | |\n|---|---|---|\n| \`a\` | ${text} | 1 |\n| b | | |\nend`)).toBe(
    `**Name:** \`a\`  \n**Text:** ${text}  \n1\n\n**Name:** b\n\nend`,
  )
})

test('headings are bold wherever they are', () => {
  expect(toTeamsMarkdown('- # One\n> ## Two ##\n\nThree\nmore\n====\n#')).toBe(
    '- **One**  \n> **Two**\n\n**Three more**  \n',
  )
})

test('blocks of code stay as they are', () => {
  const code = '````md\n# not a heading\n```\n| a | b |\n|---|---|\n````\n# one'
  expect(toTeamsMarkdown(code)).toBe(code.replace('\n# one', '\n**one**'))
  expect(toTeamsMarkdown('a | b\nno table')).toBe('a | b  \nno table')
})

test('lines stay lines, which Teams joins to one where nothing breaks them', () => {
  expect(
    toTeamsMarkdown('Corner Books\nMain Street 5\n\n1. Call\n   us\n2. `Come\nin`\nsoon\n\n> Quoted\n> twice'),
  ).toBe('Corner Books  \nMain Street 5\n\n1. Call  \n   us\n2. `Come\nin`  \nsoon\n\n> Quoted  \n> twice')
  const broken = 'One  \ntwo\\\nthree\n```\na\nb\n```'
  expect(toTeamsMarkdown(broken)).toBe(broken)
  expect(toTeamsMarkdown('| A |\n|---|\n| b |\nafter\nit')).toMatch(/```\nafter {2}\nit$/)
})

test('a block of code that is cut is closed and opened again', () => {
  const code = `Look:\n\n\`\`\`ts\n${'const a = 1\n'.repeat(100)}\`\`\`\n\nDone`
  const pieces = splitMarkdown(code, 500)
  expect(pieces.length).toBeGreaterThan(2)
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(500)
    expect(piece.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0)
  }
  expect(pieces[1]).toMatch(/^```ts\nconst/)
  expect(pieces.join('').match(/const a = 1/g)).toHaveLength(100)
})
