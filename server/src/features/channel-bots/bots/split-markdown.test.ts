import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitMarkdown } from './split-markdown.ts'

test('a text that fits is left as it is', () => {
  expect(splitMarkdown('# A\n\n\ntext\n', 100)).toEqual(['# A\n\n\ntext'])
  expect(splitMarkdown(' \n ', 100)).toEqual([])
})

test('it is cut between blocks, and a code block that fits stays whole', () => {
  const code = '```js\na\n\nb\n```'
  expect(splitMarkdown(`${'word '.repeat(4)}\n\n${code}\n\nend`, 24)).toEqual(['word word word word', `${code}\n\nend`])
})

test('a code block that is cut is closed, and opened again with its language', () => {
  expect(splitMarkdown(`~~~~py\n${'line\n'.repeat(6)}~~~~`, 26)).toEqual([
    '~~~~py\nline\nline\nline\n~~~~',
    '~~~~py\nline\nline\nline\n~~~~',
  ])
})

test('a code block that never ends is cut like others', () => {
  expect(splitMarkdown('```\naaaa\nbbbb\ncccc', 17)).toEqual(['```\naaaa\nbbbb\n```', '```\ncccc\n```'])
})

test('a table that is cut has its header in each piece', () => {
  const table = `| a | b |\n|---|:-:|\n${'| 1 | 2 |\n'.repeat(4)}`
  expect(splitMarkdown(table, 40)).toEqual(Array(2).fill('| a | b |\n|---|:-:|\n| 1 | 2 |\n| 1 | 2 |'))
})

test('code of an item that is cut is code in each piece', () => {
  const list = `1. Run:\n\n     \`\`\`sh\n${'     line\n'.repeat(6)}     \`\`\`\n2. End`
  expect(splitMarkdown(list, 66)).toEqual([
    '1. Run:',
    '```sh\nline\nline\nline\nline\n```',
    '```sh\nline\nline\n```\n\n2. End',
  ])
  expect(splitMarkdown(`- ~~~\n${'  line\n'.repeat(4)}  ~~~`, 28)).toEqual([
    '- ~~~\n  line\n  line\n  ~~~',
    '~~~\nline\nline\n~~~',
  ])
})

test('what belongs to an item is no code at the beginning of a piece', () => {
  expect(splitMarkdown('1. One two three\n\n    Another\n\n    third', 22)).toEqual([
    '1. One two three',
    'Another\n\nthird',
  ])
})

test('whatever is written, no piece is too long, none is empty, and no word is lost', () => {
  const line = fc.constantFrom(
    'word',
    '```',
    '~~~js',
    '| a | b |',
    '|---|---|',
    '',
    'x'.repeat(90),
    '😀'.repeat(30),
    '  indented',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 40, max: 200 }), (lines, most) => {
      const text = lines.join('\n')
      const pieces = splitMarkdown(text, most)
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(most)
        expect(piece.trim()).not.toBe('')
        expect(piece.isWellFormed()).toBe(true)
      }
      const count = (one: string, word: string) => one.split(word).length - 1
      for (const word of ['word', 'indented', '😀']) expect(count(pieces.join('\n'), word)).toBe(count(text, word))
    }),
  )
})

test('a very long text takes no long', () => {
  const started = performance.now()
  splitMarkdown(`${'| a | b |\n|---|---|\n'.repeat(20_000)}\n\n${'```\nx\n```\n'.repeat(20_000)}`, 11_500)
  expect(performance.now() - started).toBeLessThan(5000)
})
