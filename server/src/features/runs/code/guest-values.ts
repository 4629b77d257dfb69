/**
 * Checks what the sandbox's code gives to the host. Each throws a TypeError for a value of another kind. By hand, because loading zod
 * takes a third of the time in which the thread of a code step starts.
 */
function ofAnotherKind(): never {
  throw new TypeError('A value of another kind was expected')
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : ofAnotherKind())

/** What is not given comes as null, because it comes as JSON. */
export const optionalText = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : text(value)

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : ofAnotherKind())

export const texts = (value: unknown): string[] => list(value).map(text)

export const textOrTexts = (value: unknown): string | string[] => (Array.isArray(value) ? texts(value) : text(value))

export const pairs = (value: unknown): [string, string][] =>
  list(value).map((pair) => {
    const [name, second, ...more] = texts(pair)
    return name === undefined || second === undefined || more.length > 0 ? ofAnotherKind() : [name, second]
  })

export const oneOf = <Name extends string>(names: readonly Name[], value: unknown): Name =>
  names.find((name) => name === value) ?? ofAnotherKind()

export const flag = (value: unknown): boolean => (typeof value === 'boolean' ? value : ofAnotherKind())

export const countUpTo = (limit: number, value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= limit ? value : ofAnotherKind()

export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : ofAnotherKind()
