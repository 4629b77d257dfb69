import { ConditionStep, type Rule } from '#contracts/flow-steps.ts'
import { breathe } from '#platform/breathe.ts'
import { includesText } from '#platform/includes-text.ts'
import { defineStep } from '#platform/step.ts'
import { type Filler, fillerFor } from '../fill-placeholders.ts'
import type { StepScope } from '../step-scope.ts'

/** So many items of a list are compared before others have a turn. */
const ITEMS_AT_ONCE = 1000

/** The way goes on from the first case whose rules hold; such a case without a way of its own ends the flow. */
export const conditionStep = defineStep('condition', {
  schema: ConditionStep,
  effects: false,
  exits: ({ cases }) =>
    cases.map(({ name, next }, index) => ({
      field: `cases.${index}.next`,
      label: name,
      to: next,
    })),
  async execute({ cases }, scope: StepScope) {
    const filler = await fillerFor(scope, cases)
    const index = await firstThatHolds(cases, filler)
    const found = cases[index]
    scope.log.payload.input_data = cases
    scope.log.payload.additional_data = { case: found ? index : null, name: found?.name ?? null }
    return found ? { output: null, next: found.next ?? null } : { output: null }
  },
})

async function firstThatHolds(cases: ConditionStep['cases'], filler: Filler): Promise<number> {
  for (const [index, { match, rules }] of cases.entries()) {
    const isAny = match === 'any'
    let isMet = !isAny
    for (const rule of rules) {
      // A rule may compare what is large, and there may be thousands.
      await breathe()
      isMet = await holds(rule, filler)
      if (isMet === isAny) break
    }
    if (isMet) return index
  }
  return -1
}

async function holds({ left: leftText, operator, right: rightText = '' }: Rule, filler: Filler): Promise<boolean> {
  const left = filler.find(leftText)
  const right = filler.find(rightText)
  switch (operator) {
    case 'equals':
      return isSame(left, right)
    case 'not_equals':
      return !isSame(left, right)
    case 'contains':
      return contains(left, right)
    case 'not_contains':
      return !(await contains(left, right))
    case 'starts_with':
      return written(left).startsWith(written(right))
    case 'ends_with':
      return written(left).endsWith(written(right))
    case 'greater':
      return order(left, right) > 0
    case 'greater_or_equal':
      return order(left, right) >= 0
    case 'less':
      return order(left, right) < 0
    case 'less_or_equal':
      return order(left, right) <= 0
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

const written = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** A number, also where it is written as text; null where it is none. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Numbers by their size, everything else by its letters; instants as JSON writes them are in the right order so. */
function order(left: unknown, right: unknown): number {
  const [a, b] = [numberIn(left), numberIn(right)]
  if (a !== null && b !== null) return a - b
  const [first, second] = [written(left), written(right)]
  return first === second ? 0 : first < second ? -1 : 1
}

function isSame(left: unknown, right: unknown): boolean {
  const [a, b] = [numberIn(left), numberIn(right)]
  return a !== null && b !== null ? a === b : written(left) === written(right)
}

async function contains(left: unknown, right: unknown): Promise<boolean> {
  if (!Array.isArray(left)) return includesText(written(left), written(right))
  const sought = { text: written(right), number: numberIn(right) }
  for (const [index, item] of left.entries()) {
    if (index % ITEMS_AT_ONCE === 0) await breathe()
    const number = numberIn(item)
    if (number !== null && sought.number !== null ? number === sought.number : written(item) === sought.text)
      return true
  }
  return false
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || numberIn(value) === 1
