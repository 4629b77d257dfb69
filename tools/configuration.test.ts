import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { duration, list } from '../server/src/platform/config/values.ts'
import { renderConfiguration, undescribed } from './configuration.ts'
import { plant } from './layers/fixture-tree.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rowOf = (schema: z.ZodType) =>
  renderConfiguration({ Section: { NAME: schema } })
    .split('\n')
    .find((line) => line.startsWith('| `NAME` |'))

test('the document says what the schema says, and every variable of the pages is described', () => {
  expect(readFileSync(`${root}/docs/configuration.md`, 'utf8')).toBe(renderConfiguration())
  expect(undescribed(root)).toEqual([])
})

test('a default is shown as an operator would write it', () => {
  expect(rowOf(duration.default(7 * 86_400).describe('How long.'))).toBe('| `NAME` | `7d` | How long. |')
  expect(rowOf(duration.refine(Boolean).default(90).describe('How long.'))).toContain('| `90s` |')
  expect(rowOf(list.default(['a', '|b']).describe('Which.'))).toContain('| `a,\\|b` |')
  expect(rowOf(z.string().optional().describe('Which.'))).toBe('| `NAME` |  | Which. |')
  expect(rowOf(z.string().optional().meta({ description: 'Where.', fallback: 'here' }))).toContain('| here |')
})

test('a variable without a description is refused, in the schema and in the pages', () => {
  expect(() => renderConfiguration({ Section: { NAME: z.string() } })).toThrow('NAME has no description.')
  const planted = plant({ 'widget/chat/new.ts': `export const a = import.meta.env.VITE_NEW_NAME` })
  expect(undescribed(planted)).toEqual(['VITE_NEW_NAME'])
})
