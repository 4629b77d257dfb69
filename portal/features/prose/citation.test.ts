import fc from 'fast-check'
import { expect, test } from 'vitest'
import { citationAddress, citationOf, citedFile } from './citation.ts'
import type { MarkdownNode } from './html-as-text.ts'
import { linkCitations } from './link-citations.ts'

test.each([
  ['Customer service/Returns policy.md:3-5', { path: 'Customer service/Returns policy.md', line: 3 }],
  ['notes.txt:12', { path: 'notes.txt', line: 12 }],
  ['/docs/a.md:1', { path: 'docs/a.md', line: 1 }],
  ['docs/a.md#L7', { path: 'docs/a.md', line: 7 }],
  ['docs/a.md#L7-L9', { path: 'docs/a.md', line: 7 }],
  ['manual.pdf, page 2, line 1', { path: 'manual.pdf', part: 2, line: 1 }],
  ['manual.pdf, page 2', { path: 'manual.pdf', part: 2 }],
  ['Talk.pptx, slide 4, lines 1-2', { path: 'Talk.pptx', part: 4, line: 1 }],
  ['Finance/Budget.xlsx, sheet 2 (Costs 2025), rows 3-8', { path: 'Finance/Budget.xlsx', part: 2, line: 3 }],
  ['**bold**.md:3', { path: '**bold**.md', line: 3 }],
])('%s is a place in a file', (text, citation) => {
  expect(citationOf(text)).toEqual(citation)
})

test.each([
  'localhost:3000',
  'example.com:443',
  'https://example.com/a.md:3',
  'javascript:alert(1)',
  'javascript:alert(1).md:3',
  '../../etc/passwd.md:3',
  'a/../b.md:3',
  'a//b.md:3',
  'notes.md',
  '12:30',
  `${'long/'.repeat(200)}a.md:3`,
  'a\nb.md:3',
])('%s is none', (text) => {
  expect(citationOf(text)).toBeNull()
})

const linked = (...children: MarkdownNode[]) => {
  const tree: MarkdownNode = { type: 'root', children: [{ type: 'paragraph', children }] }
  linkCitations()(tree)
  return tree.children?.[0]?.children ?? []
}
const text = (value: string): MarkdownNode => ({ type: 'text', value })
const urls = (nodes: MarkdownNode[]) => nodes.flatMap(({ url }) => url ?? [])

test('inline code that is a place in a file leads there, other code does not', () => {
  const [place, other] = linked({ type: 'inlineCode', value: 'a b.md:3' }, { type: 'inlineCode', value: 'npm test' })
  expect(place).toEqual({
    type: 'link',
    url: '/storage?file=a+b.md&line=3',
    children: [{ type: 'inlineCode', value: 'a b.md:3' }],
  })
  expect(other).toEqual({ type: 'inlineCode', value: 'npm test' })
})

test('in running text the words before a name go along, as they may belong to it', () => {
  const nodes = linked(text('It says so (see Customer service/Returns policy.md:3-5), and docs/a.pdf, page 2.'))
  expect(nodes.map(({ children, value }) => value ?? children?.[0]?.value)).toEqual([
    'It says so (see Customer service/Returns ',
    'policy.md:3-5',
    '), and ',
    'docs/a.pdf, page 2',
    '.',
  ])
  expect(urls(nodes).map(citedFile)).toEqual([
    { search: { file: 'policy.md', line: '3' }, before: ['see', 'Customer', 'service/Returns'] },
    { search: { file: 'docs/a.pdf', part: '2' }, before: ['and'] },
  ])
})

test('a link of the model to a place leads there; others, and blocks of code, stay as they are', () => {
  const link = (url: string): MarkdownNode => ({ type: 'link', url, children: [text('here')] })
  expect(urls(linked(link('docs/my%20notes.md#L3'), link('https://example.com/a.md#L3'), link('/settings')))).toEqual([
    '/storage?file=docs%2Fmy+notes.md&line=3',
    'https://example.com/a.md#L3',
    '/settings',
  ])
  const block: MarkdownNode = { type: 'code', value: 'a.md:3' }
  expect(linked(block)).toEqual([block])
})

test('whatever a text says, every citation in it leads into the storage, and no word is lost', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('a.md:3', '..', '/', 'javascript:', ' ', '.pdf, page 2', '#L1', '%', '"'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const joined = pieces.join('')
      const nodes = linked(text(joined))
      expect(nodes.map(({ children, value }) => value ?? children?.[0]?.value).join('')).toBe(joined)
      for (const url of urls(nodes)) {
        expect(new URL(url, 'http://here').pathname).toBe('/storage')
        expect(citedFile(url)?.search.file.split('/')).not.toContain('..')
      }
    }),
  )
})

test('a name goes into the address and back as it is', () => {
  for (const path of ['a&b=c.md', 'ü ber/100%.md', 'a+b.md', '"><img src=x>.md'])
    expect(citedFile(citationAddress({ path, line: 3 }))).toEqual({ search: { file: path, line: '3' }, before: [] })
})
