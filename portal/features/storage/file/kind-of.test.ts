import { expect, test } from 'vitest'
import { canEdit, kindOf } from './kind-of.ts'

test.each([
  ['a.PNG', 'picture'],
  ['plan.pdf', 'pdf'],
  ['readme.md', 'markdown'],
  ['list.csv', 'table'],
  ['list.tsv', 'table'],
  ['book.xlsx', 'sheets'],
  ['old.xls', 'none'],
  ['letter.docx', 'document'],
  ['talk.pptx', 'document'],
  ['old.doc', 'none'],
  ['Main.java', 'text'],
  ['LICENSE', 'text'],
  ['page.html', 'text'],
  ['strange.bin', 'none'],
])('%s is shown as %s', (name, kind) => {
  expect(kindOf(name)).toBe(kind)
})

test('text is edited where it is kept, and read alone in the trash', () => {
  expect(canEdit('team/notes.md')).toBe(true)
  expect(canEdit('.trashbin/team/notes.md')).toBe(false)
  expect(canEdit('team/Main.java')).toBe(false)
})
