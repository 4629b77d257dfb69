import { expect, test } from 'vitest'
import { splitMarkdown, toTeamsMarkdown } from './teams-markdown.ts'

test('headings, rules and pictures become what Teams shows', () => {
  expect(
    toTeamsMarkdown('# Title #\n\ntext\n\n---\n\n## **Bold** one\n![a map](https://x.example/m.png "t") #no'),
  ).toBe('**Title**\n\ntext\n\n\n\n**Bold one**\n[a map](https://x.example/m.png) #no')
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

test('blocks of code stay as they are', () => {
  const code = '````md\n# not a heading\n```\n| a | b |\n|---|---|\n````\n# one'
  expect(toTeamsMarkdown(code)).toBe(code.replace('\n# one', '\n**one**'))
  expect(toTeamsMarkdown('a | b\nno table')).toBe('a | b\nno table')
})

test('a block of code that is cut is closed and opened again', () => {
  const code = `Look:\n\n\`\`\`ts\n${'const a = 1\n'.repeat(100)}\`\`\`\n\nDone`
  const pieces = splitMarkdown(code, 500)
  expect(pieces.length).toBeGreaterThan(3)
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(500)
    expect(piece.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0)
  }
  expect(pieces[1]).toMatch(/^```ts\nconst/)
  expect(pieces.join('').match(/const a = 1/g)).toHaveLength(100)
})
