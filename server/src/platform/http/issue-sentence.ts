import type { z } from 'zod'

type Raw = z.core.$ZodRawIssue

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Record<string, string> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'an id',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  json_string: 'JSON',
}

/** What is counted of a value that is too large or too small: nothing of a number, which is compared itself. */
const unitOf = (origin: string, count: number | bigint): string => {
  if (origin === 'string') return count === 1 ? ' character' : ' characters'
  return origin === 'array' || origin === 'set' ? (count === 1 ? ' entry' : ' entries') : ''
}

/**
 * What is wrong with a value of a request, for the person who wrote it and needs no name before it. Undefined where the library's
 * own words have to do. A schema that gives a sentence of its own is not asked.
 */
export function issueSentence(issue: Raw): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Is missing'
      return kinds[issue.expected] && `Must be ${kinds[issue.expected]}`
    case 'too_big':
      return `${issue.inclusive === false ? 'Must be less than' : 'At most'} ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Must not be empty'
      return `${issue.inclusive === false ? 'Must be more than' : 'At least'} ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`
    case 'invalid_format':
      return formats[issue.format] && `Must be ${formats[issue.format]}`
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.join(', ')}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of ${issue.values.map(String).join(', ')}`
    default:
      return undefined
  }
}
