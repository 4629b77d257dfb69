import { expect, test } from 'vitest'
import { lineOfProblem } from './lines-of.ts'

const text = `{
  "starting_step_id": "say",
  "flow": {
    "steps": {
      "say": { "type": "message",
        "name": "say {\\"text\\": 1}",
        "text": "Hello"
      },
      "text": {
        "cases": [
          { "rules": [{ "left": 1 }] },
          {
            "rules": []
          }
        ]
      }
    }
  }
}`
const lineOf = (step: string | null, field: string | null) => lineOfProblem(text, { step, field })

test('a problem is on the line of its field, however the text is written', () => {
  expect(lineOf('say', 'text')).toBe(7)
  expect(lineOf('say', 'type')).toBe(5)
  expect(lineOf('text', 'cases.1.rules')).toBe(13)
  expect(lineOf('text', 'cases.0.rules.0.left')).toBe(11)
  expect(lineOf(null, 'starting_step_id')).toBe(2)
})

test('where a field is missing, its problem is on the line of what lacks it', () => {
  expect(lineOf('text', 'cases.1.next')).toBe(12)
  expect(lineOf('text', 'name')).toBe(9)
  expect(lineOf('gone', 'name')).toBe(4)
  expect(lineOf(null, null)).toBe(3)
})
