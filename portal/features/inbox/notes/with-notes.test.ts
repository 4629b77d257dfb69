import { expect, test } from 'vitest'
import { withNotes } from './with-notes.ts'

const of = (...ids: string[]) => ids.map((id) => ({ id }))
const idsOf = (messages: string[], notes: string[], isWhole = true) =>
  withNotes(of(...messages), of(...notes), isWhole).map((entry) =>
    entry.kind === 'note' ? `(${entry.note.id})` : entry.message.id,
  )

test('notes are among messages by time', () => {
  expect(idsOf(['2', '4'], ['1', '3', '5', '6'])).toEqual(['(1)', '2', '(3)', '4', '(5)', '(6)'])
  expect(idsOf([], ['1', '2'])).toEqual(['(1)', '(2)'])
  expect(idsOf(['1', '2'], [])).toEqual(['1', '2'])
})

test('a note from before what is loaded waits until its neighbors are loaded', () => {
  expect(idsOf(['2', '4'], ['1', '3'], false)).toEqual(['2', '(3)', '4'])
})
