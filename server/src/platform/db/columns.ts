import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { newId } from '../id.ts'

export const id = () => uuid().primaryKey().$defaultFn(newId)
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()

/** How JSON writes NUL and halves of characters. A text that has a backslash before the same letters looks alike. */
const MAYBE_UNSTORABLE = /\\u(?:0000|d[89a-f])/

/**
 * JSON text for a statement's parameter, without what PostgreSQL refuses in it: NUL, and halves of characters. Calling a function
 * for each value takes several times as long as writing it, so that is done only where the text shows that it may be needed.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text !== undefined && MAYBE_UNSTORABLE.test(text) ? JSON.stringify(value, replaceUnstorable) : text
}

function replaceUnstorable(_key: string, item: unknown): unknown {
  if (typeof item === 'string') return storable(item)
  return typeof item === 'object' && item !== null && !Array.isArray(item) ? withStorableKeys(item) : item
}

function withStorableKeys(item: object): object {
  if (Object.keys(item).every((key) => storable(key) === key)) return item
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [storable(key), value]))
}

export const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

/** `name` is the column's, where it differs from the property. */
export const json = <T>(name?: string) => (name ? jsonType(name) : jsonType()).$type<T>()
const jsonType = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'jsonb',
  toDriver: toJson,
})

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
