import { expect, test } from 'vitest'
import { htmlAsText, type MarkdownNode } from './html-as-text.ts'

const html = (value: string): MarkdownNode => ({ type: 'html', value })
const converted = (...children: MarkdownNode[]) => {
  const tree: MarkdownNode = { type: 'root', children }
  htmlAsText()(tree)
  return tree.children
}

test('a placeholder in angle brackets is shown as it was written', () => {
  expect(converted({ type: 'paragraph', children: [{ type: 'text', value: 'fetch ' }, html('<url>')] })).toEqual([
    {
      type: 'paragraph',
      children: [
        { type: 'text', value: 'fetch ' },
        { type: 'text', value: '<url>' },
      ],
    },
  ])
})

test('a block of markup becomes a paragraph of its own text', () => {
  const script = '<script>alert(1)</script>'
  expect(converted(html(script))).toEqual([{ type: 'paragraph', children: [{ type: 'text', value: script }] }])
})

test('a line break stays a line break, in a table cell too', () => {
  const cell: MarkdownNode = { type: 'tableCell', children: [html('<br>'), html('<BR />')] }
  converted({ type: 'table', children: [{ type: 'tableRow', children: [cell] }] })
  expect(cell.children).toEqual([{ type: 'break' }, { type: 'break' }])
})
