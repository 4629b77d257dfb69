import { expect, test } from 'vitest'
import type { Teammate } from '#contracts/teammates.ts'
import { arrange, nextSorting, type StaffRow } from './sort-teammates.ts'

const row = (name: string, changes: Partial<Teammate> = {}, spent = 0): StaffRow => ({
  model: 'Auto',
  channels: [],
  pending: 0,
  hasChannelProblem: false,
  spent,
  teammate: {
    id: name,
    organization_id: 'o',
    name,
    role: '',
    description: '',
    instructions: '',
    model: null,
    tts_model: null,
    stt_model: null,
    voice: null,
    channel: 'API',
    show_thinking: true,
    reasoning: 'off',
    tools: [],
    workflow_ids: [],
    skills_folder_id: null,
    owned_by_user_id: null,
    is_system: false,
    is_personal_assistant: false,
    created_at: '',
    updated_at: '',
    deleted_at: null,
    ...changes,
  },
})
const names = (rows: StaffRow[]) => rows.map(({ teammate }) => teammate.name)
const byName = { column: 'name', descending: false } as const

test('every word of the search must be found, in whatever field', () => {
  const rows = [row('Robin', { role: 'Customer support' }), row('Mira', { role: 'Sales' })]
  expect(names(arrange(rows, ' SUPPORT  rob ', byName))).toEqual(['Robin'])
})

test('the personal assistant leads in both directions', () => {
  const rows = [row('Zoe'), row('Ally', { is_personal_assistant: true }), row('Bob')]
  expect(names(arrange(rows, '', byName))).toEqual(['Ally', 'Bob', 'Zoe'])
  expect(names(arrange(rows, '', { column: 'name', descending: true }))).toEqual(['Ally', 'Zoe', 'Bob'])
})

test('numbers in names are ordered as numbers', () => {
  const rows = [row('Shop 10'), row('Shop 9'), row('Shop 2')]
  expect(names(arrange(rows, '', byName))).toEqual(['Shop 2', 'Shop 9', 'Shop 10'])
})

test('money is compared as numbers, and equals are ordered by name', () => {
  const rows = [row('Zoe', {}, 9), row('Bob', {}, 9), row('Mia', {}, 10)]
  expect(names(arrange(rows, '', { column: 'spent', descending: true }))).toEqual(['Mia', 'Bob', 'Zoe'])
})

test('money begins with the most, words with A, and the same column turns around', () => {
  expect(nextSorting(byName, 'spent')).toEqual({ column: 'spent', descending: true })
  expect(nextSorting(byName, 'role')).toEqual({ column: 'role', descending: false })
  expect(nextSorting(byName, 'name')).toEqual({ column: 'name', descending: true })
})
