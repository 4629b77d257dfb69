import { expect, test } from 'vitest'
import { nameOfStep } from './name-of-step.ts'

test('a spoken answer is named in the language of the page, other steps as people named them', () => {
  expect(nameOfStep({ type: 'speech', name: 'Speech', step_id: 'speech' }, 'Речь')).toBe('Речь')
  expect(nameOfStep({ type: 'message', name: 'Greet', step_id: 'greet' }, 'Речь')).toBe('Greet')
  expect(nameOfStep({ type: 'message', name: '', step_id: 'greet' }, 'Речь')).toBe('greet')
})
