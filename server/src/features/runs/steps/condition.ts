import { ConditionStep, type Rule } from '#contracts/flow-steps.ts'
import { includesText } from '#platform/includes-text.ts'
import { defineStep } from '#platform/step.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { type Filler, fillerFor } from '../fill-placeholders.ts'
import type { StepScope } from '../step-scope.ts'
import { compareValues, written } from './compare-values.ts'
import { type Compared, comparisonLog } from './comparison-log.ts'

/** Items of a list that are compared before yielding to the event loop. */
const ITEM_BATCH_SIZE = 1000

const needsRight: ReadonlySet<Rule['operator']> = new Set([
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'greater',
  'greater_or_equal',
  'less',
  'less_or_equal',
])

/** The flow continues with the `next` of the first case whose rules are met, and ends where that case has none. */
export const conditionStep = defineStep('condition', {
  schema: ConditionStep,
  effects: false,
  exits: ({ cases }) =>
    cases.map(({ name, next }, index) => ({
      field: `cases.${index}.next`,
      label: name,
      to: next,
    })),
  warn: ({ cases }) =>
    cases.flatMap(({ rules }, index) =>
      rules.flatMap((rule, number) => {
        const message = emptinessOf(rule)
        return message === null ? [] : [{ field: `cases.${index}.rules.${number}`, message }]
      }),
    ),
  async execute({ cases }, scope: StepScope) {
    const filler = await fillerFor(scope, cases)
    const log = comparisonLog(cases)
    const index = await firstThatHolds(cases, filler, log)
    const found = cases[index]
    scope.log.payload.input_data = log.cases
    scope.log.payload.additional_data = { case: found ? index : null, name: found?.name ?? null }
    return found ? { output: null, next: found.next ?? null } : { output: null }
  },
})

/** What a rule lacks, as a sentence for people; null where it is complete. */
function emptinessOf({ left, operator, right = '' }: Rule): string | null {
  if (left.trim() === '') return 'This rule is empty: choose a value to compare'
  // An empty right side is intended in `equals`, and in operators without a second value.
  return needsRight.has(operator) && right.trim() === '' ? 'This rule has no value to compare with' : null
}

async function firstThatHolds(
  cases: ConditionStep['cases'],
  filler: Filler,
  log: ReturnType<typeof comparisonLog>,
): Promise<number> {
  for (const [index, { match, rules }] of cases.entries()) {
    const isAny = match === 'any'
    let isMet = !isAny
    for (const [number, rule] of rules.entries()) {
      // A rule may compare large values, and there may be thousands of rules.
      await yieldToEventLoop()
      const compared = { left: filler.find(rule.left), right: filler.find(rule.right ?? '') }
      isMet = await holds(rule.operator, compared)
      log.add(index, number, compared, isMet)
      if (isMet === isAny) break
    }
    if (isMet) return index
  }
  return -1
}

async function holds(operator: Rule['operator'], { left, right }: Compared): Promise<boolean> {
  switch (operator) {
    case 'equals':
      return compareValues(left, right) === 0
    case 'not_equals':
      return compareValues(left, right) !== 0
    case 'contains':
      return contains(left, right)
    case 'not_contains':
      return !(await contains(left, right))
    case 'starts_with':
      return written(left).startsWith(written(right))
    case 'ends_with':
      return written(left).endsWith(written(right))
    case 'greater':
      return compareValues(left, right) > 0
    case 'greater_or_equal':
      return compareValues(left, right) >= 0
    case 'less':
      return compareValues(left, right) < 0
    case 'less_or_equal':
      return compareValues(left, right) <= 0
    case 'is_empty':
      return isEmpty(left)
    case 'is_not_empty':
      return !isEmpty(left)
    case 'is_true':
      return isTrue(left)
    case 'is_false':
      return !isTrue(left)
  }
}

async function contains(left: unknown, right: unknown): Promise<boolean> {
  if (!Array.isArray(left)) return includesText(written(left), written(right))
  const sought = typeof right === 'number' ? right : written(right)
  for (const [index, item] of left.entries()) {
    if (index % ITEM_BATCH_SIZE === 0) await yieldToEventLoop()
    if (compareValues(item, sought) === 0) return true
  }
  return false
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || compareValues(value, 1) === 0
