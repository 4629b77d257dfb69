import { expect, test } from 'vitest'
import { openBefore, placeholdersFor } from './placeholders.ts'

const flow = {
  steps: {
    fetch: { type: 'http_request', name: 'Fetch', next: 'each', on_error: 'sorry' },
    each: { type: 'for_each', name: 'Each', start: 'item', next: 'after' },
    item: { type: 'message', name: 'Item', text: '{{input.item}}' },
    after: { type: 'set_state', name: 'After', values: { total: '{{output.each.done}}' }, next: 'end' },
    end: { type: 'end', name: 'End' },
    sorry: { type: 'message', name: 'Sorry', text: '{{input.customer.name}}' },
  },
}
const variables = [{ placeholder: 'SHOP', value: 'Tulips' }]
const run = {
  input: { items: [{ id: 7 }], 'not.nameable': 1 },
  outputs: new Map<string, unknown>([['fetch', { status: 200, body: { list: ['a', 'b'] } }]]),
  state: {},
}
const names = (id: string, given: typeof run | null = null) =>
  placeholdersFor({ flow, id, run: given, variables }).map(({ name }) => name)

test('a step can name what comes before it, and nothing that comes after', () => {
  expect(names('end')).toEqual(expect.arrayContaining(['output.after', 'output.each.results', 'output.fetch.body']))
  expect(names('fetch').filter((name) => name.startsWith('output.'))).toEqual([])
  expect(names('item')).toEqual(expect.arrayContaining(['output.fetch', 'input.item', 'input.index', 'SHOP']))
  expect(names('item')).not.toContain('output.each')
  expect(names('sorry')).toContain('output.fetch.error')
  expect(names('end')).toEqual(expect.arrayContaining(['input.customer.name', 'state.total']))
})

test('the data of a run say what lies in a value, and nothing that no placeholder could name', () => {
  const placeholders = placeholdersFor({ flow, id: 'end', run, variables })
  expect(placeholders).toContainEqual({ name: 'output.fetch.body.list.0', from: 'output', sample: 'a' })
  expect(placeholders).toContainEqual({ name: 'input.items', from: 'input', sample: '[1]' })
  expect(placeholders.some(({ name }) => name.includes('not.nameable'))).toBe(false)
})

test('a circle of steps and a value as deep as anybody likes end', () => {
  const steps = { a: { type: 'message', name: 'A', next: 'b' }, b: { type: 'message', name: 'B', next: 'a' } }
  let deep: unknown = 1
  for (let depth = 0; depth < 100_000; depth++) deep = { deep }
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]))
  const outputs = new Map<string, unknown>([['b', { deep, wide }]])
  const placeholders = placeholdersFor({
    flow: { steps },
    id: 'a',
    run: { input: null, outputs, state: {} },
    variables: [],
  })
  expect(placeholders.length).toBeLessThan(200)
})

test('a placeholder is open from its braces to the caret', () => {
  expect(openBefore('Hello {{inp', 11)).toEqual({ start: 6, wanted: 'inp' })
  expect(openBefore('Hello {{', 8)).toEqual({ start: 6, wanted: '' })
  expect(openBefore('{{a}} and', 9)).toBe(null)
  expect(openBefore('Hello {', 7)).toBe(null)
})
