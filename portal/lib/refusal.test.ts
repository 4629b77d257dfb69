import { expect, test, vi } from 'vitest'
import { ApiError } from '#contracts/client.ts'

vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('document', { documentElement: {} })
const { followLanguage, language } = await import('./i18n.ts')
const { issueOf, sentenceOf } = await import('./refusal.ts')
const { ru } = await import('./refusals/messages.ru.ts')
language.set('ru')
await followLanguage({ ru: async () => new Map([['lib/refusals', ru]]) })

const refused = (code: string | undefined, message: string, path = '', status = 400) =>
  new ApiError('refused', message, { status, ...(code && { code }), ...(path && { issues: [{ path, message }] }) })

/** What people do not meet in the portal: programs, visitors of pages, and what the portal itself answers. */
const ofOthers = [
  'CLIENT_MESSAGE_ID_TAKEN',
  'CLIENT_NOTE_ID_TAKEN',
  'CONTACT_MISMATCH',
  'ENTRY_POINT_NOT_FOUND',
  'IDENTITY_NOT_PROVEN',
  'NOT_REQUESTED',
  'WEBCHAT_TOKEN_INVALID',
]
/** How a run ends that a program waits for; in the portal it is the run that says so. */
const ofRuns = [
  'BROKEN_FLOW',
  'EXPIRED',
  'GAVE_UP',
  'ORPHANED',
  'RUN_FAILED',
  'RUN_TIMEOUT',
  'STEP_FAILED',
  'STEP_TIMEOUT',
  'TOO_MANY_ROUNDS',
]
/** What the sentence tells is more than its code. */
const withDetails = [
  'BOT_CREDENTIALS_REFUSED',
  'CONNECTOR_FAILED',
  'DOCUMENT_UNREADABLE',
  'TEAMMATE_TOO_LARGE',
  'UNKNOWN_STEP',
]

test('a refusal is shown in Russian by its code, and in the server’s own words where it has none', () => {
  expect(sentenceOf(refused('NO_CREDITS', 'The organization has no credits left'), 'Failed')).toBe(ru.NO_CREDITS)
  expect(sentenceOf(refused(undefined, 'In detail'), 'Failed')).toBe('In detail')
  expect(sentenceOf(refused(undefined, 'Teammate not found', '', 404), 'Failed')).toBe(ru[404])
  expect(sentenceOf(refused(undefined, 'You are not allowed to do this', '', 403), 'Failed')).toBe(ru[403])
  expect(sentenceOf(refused(undefined, 'Internal server error', '', 500), 'Failed')).toBe('Failed')
  expect(sentenceOf(refused('ANOTHER', 'In detail'), 'Failed')).toBe('In detail')
  expect(sentenceOf(new ApiError('network', ''), 'Failed')).toBe('Failed')
  const labels = refused('TOO_MANY_LABELS', 'An organization has 100 labels at most')
  expect(sentenceOf(labels, 'Failed')).toBe('Меток может быть не больше: 100.')
  const key = 'OpenAI did not accept this key. OpenAI says: Incorrect API key provided.'
  const keyInRussian = 'Поставщик не принял этот ключ. Его ответ: Incorrect API key provided.'
  expect(issueOf(refused('KEY_REFUSED', key, 'body.api_key'), 'api_key')).toBe(keyInRussian)
  expect(issueOf(refused('VALIDATION_FAILED', 'Too short', 'body.name'), 'name')).toBe('Too short')
  language.set('en')
  expect(sentenceOf(refused(undefined, 'Teammate not found', '', 404), 'Failed')).toBe('Teammate not found')
  expect(sentenceOf(refused('NO_CREDITS', 'The organization has no credits left'), 'Failed')).toContain('no credits')
})

test('every code that the contract promises people has its sentence', () => {
  type Described = Record<string, { errors?: Record<number, readonly string[]> }>
  const contracts = import.meta.glob<Record<string, Described>>('../../contracts/src/*.ts', { eager: true })
  const lists = Object.values(contracts).flatMap((file) =>
    Object.entries(file).flatMap(([name, value]) => (name.endsWith('Endpoints') ? [value] : [])),
  )
  const codes = lists.flatMap((list) => Object.values(list).flatMap(({ errors = {} }) => Object.values(errors).flat()))
  expect(codes.length).toBeGreaterThan(50)
  const known = new Set([...Object.keys(ru), ...ofOthers, ...ofRuns, ...withDetails])
  expect([...new Set(codes)].filter((code) => !known.has(code))).toEqual([])
})
