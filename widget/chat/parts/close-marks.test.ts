import { expect, test } from 'vitest'
import { closeMarks } from './close-marks.ts'

test.for([
  ['Some **bold wo', 'Some **bold wo**'],
  ['Some *slanted ', 'Some *slanted*'],
  ['A `name', 'A `name`'],
  ['whole **bold** and *slanted* `code`', 'whole **bold** and *slanted* `code`'],
  ['It begins **', 'It begins '],
  ['* an entry\n* another', '* an entry\n* another'],
  ['* an **entry', '* an **entry**'],
  ['snake_case', 'snake_case'],
  ['2 `a * b` 3', '2 `a * b` 3'],
  ['```\nlet a = 2 * 3', '```\nlet a = 2 * 3'],
  ['1. So:\n\n    ```\n    let a = 2 * 3', '1. So:\n\n    ```\n    let a = 2 * 3'],
  ['```ls``` is **b', '```ls``` is **b**'],
  ['earlier *left open\n\nnow **b', 'earlier *left open\n\nnow **b**'],
] as const)('“%s” is shown as “%s” while it grows', ([text, shown]) => {
  expect(closeMarks(text)).toBe(shown)
})
