import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'

const app = await testApp()

test('a condition logs what it compared, and the case it took', async () => {
  const run = await startSteps(
    app,
    {
      if: {
        type: 'condition',
        cases: [
          {
            name: 'Refused',
            rules: [{ left: '{{input.answer.status}}', operator: 'greater_or_equal', right: '{{input.limit}}' }],
          },
          {
            name: 'Long',
            match: 'any',
            rules: [
              { left: '{{input.text}}', operator: 'is_not_empty' },
              { left: '{{input.none}}', operator: 'is_empty' },
            ],
            next: 'yes',
          },
        ],
      },
      yes: { type: 'message', text: 'yes' },
    },
    { input: { answer: { status: 200 }, limit: 400, text: 'x'.repeat(50_000) } },
  )
  expect(await run.result()).toBe('yes')
  const [step] = await run.steps()
  expect(step?.payload).toMatchObject({
    input_data: [
      { name: 'Refused', rules: [{ left: 200, operator: 'greater_or_equal', right: 400, is_met: false }] },
      {
        name: 'Long',
        rules: [
          { left: `${'x'.repeat(2000)}…`, operator: 'is_not_empty', is_met: true },
          { left: '{{input.none}}', operator: 'is_empty' },
        ],
      },
    ],
    additional_data: { case: 1, name: 'Long' },
  })
})
