import { expect, test } from 'vitest'
import { addStep, copySteps, pasteSteps, removeSteps, tidyUp } from './change-flow.ts'
import { exitsOf, withExit } from './exits.ts'
import { layOut } from './layout.ts'

const values = {
  starting_step_id: 'ask',
  flow: {
    steps: {
      ask: { type: 'user_input', name: 'Ask', next: 'decide', on_expiry: 'late' },
      decide: {
        type: 'condition',
        name: 'Decide',
        cases: [{ rules: [{ left: '{{output.ask.approved}}', operator: 'is_true' }], next: 'yes' }],
        next: 'ask',
      },
      yes: { type: 'message', name: 'Yes', text: '{{ output.ask }} {{output.asked}}' },
      late: { type: 'end', name: 'Late' },
    },
  },
}

test('each type of step has its exits by field, and each leads elsewhere by it', () => {
  const { decide } = values.flow.steps
  expect(exitsOf(decide).map(({ field, to }) => [field, to])).toEqual([
    ['cases.0.next', 'yes'],
    ['next', 'ask'],
    ['on_error', undefined],
  ])
  expect(exitsOf(values.flow.steps.late)).toEqual([])
  expect(withExit(decide, 'cases.0.next', 'late').cases).toMatchObject([{ next: 'late' }])
  expect('next' in withExit(decide, 'next', undefined)).toBe(false)
})

test('a step that is taken out takes the lines to it along', () => {
  const { flow, starting_step_id } = removeSteps(values, new Set(['ask', 'yes']))
  expect(starting_step_id).toBe(null)
  expect(flow?.steps).toEqual({
    decide: {
      ...values.flow.steps.decide,
      cases: [{ rules: values.flow.steps.decide.cases[0]?.rules }],
      next: undefined,
    },
    late: values.flow.steps.late,
  })
})

test('a step is added behind another that led nowhere, under an id of its own', () => {
  const [{ flow }, id] = addStep(values, { type: 'end', name: 'End' }, 'yes')
  expect(id).toBe('end')
  expect(flow?.steps.yes?.next).toBe('end')
  const [again, second] = addStep({ flow, starting_step_id: null }, { type: 'end', name: 'End' }, 'decide')
  expect([second, again.starting_step_id, again.flow?.steps.decide?.next]).toEqual(['end_2', 'end_2', 'ask'])
})

test('behind a condition a step follows the first case that leads nowhere, and otherwise only then', () => {
  const rules = [{ left: '{{input.n}}', operator: 'is_true' }]
  const decide = { type: 'condition', name: 'Decide', cases: [{ rules, next: 'decide' }, { rules }] }
  const end = { type: 'end', name: 'End' }
  const [first] = addStep({ starting_step_id: 'decide', flow: { steps: { decide } } }, end, 'decide')
  expect(first.flow?.steps.decide).toEqual({ ...decide, cases: [decide.cases[0], { rules, next: 'end' }] })
  const [second] = addStep(first, end, 'decide')
  expect(second.flow?.steps.decide).toMatchObject({ cases: [{ next: 'decide' }, { next: 'end' }], next: 'end_2' })
})

test('copied steps speak of their copies, and lead to nothing that was not copied', () => {
  const { steps } = JSON.parse(copySteps(values, new Set(['ask', 'yes'])))
  const [{ flow }, ids] = pasteSteps(values, steps)
  expect(ids).toEqual(['ask_2', 'yes_2'])
  expect(flow?.steps.ask_2).toMatchObject({ name: 'Ask', position: { x: 48, y: 48 } })
  expect(exitsOf(flow?.steps.ask_2 ?? steps.ask).every(({ to }) => to === undefined)).toBe(true)
  expect(flow?.steps.yes_2?.text).toBe('{{ output.ask_2 }} {{output.asked}}')
})

test('steps stand behind what leads to them, circles and long flows included, and none over another', () => {
  const places = layOut(values.flow, 'ask')
  const x = (id: string) => places.get(id)?.x ?? -1
  expect([x('ask') < x('decide'), x('decide') < x('yes'), x('ask') < x('late')]).toEqual([true, true, true])
  const long = Object.fromEntries(
    Array.from({ length: 2000 }, (_, n) => [`s${n}`, { type: 'message', name: `${n}`, next: `s${n + 1}` }]),
  )
  const laid = tidyUp({ flow: { steps: long }, starting_step_id: 's0' })
  const taken = Object.values(laid.flow?.steps ?? {}).map(({ position }) => `${position?.x} ${position?.y}`)
  expect(new Set(taken).size).toBe(2000)
})
