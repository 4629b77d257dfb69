import { LOGGED_CHANNELS } from '#contracts/log-names.ts'
import type { RunQueryInput } from '#contracts/logs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How far back the list goes. */
export const periods = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
export type Period = keyof typeof periods

/** What the list can be narrowed to, as the address and the server write it. */
export const durations = ['..1000', '1000..10000', '10000..60000', '60000..'] as const
export const tokenCounts = ['..100', '100..1000', '1000..10000', '10000..'] as const
export const costs = ['..0.001', '0.001..0.01', '0.01..0.1', '0.1..'] as const
export const statuses = ['queued', 'running', 'suspended', 'completed', 'failed', 'cancelled'] as const
export const channels = LOGGED_CHANNELS

/** The filters that a person may have set, without the period, which is always there. */
export const filterNames = [
  'status',
  'teammate',
  'channel',
  'workflow',
  'person',
  'contact',
  'model',
  'duration',
  'tokens',
  'cost',
  'crm',
] as const

/** The parameters of the page's address; `from` and `to` are days (UTC) in place of a period, both of them shown. */
export const logsSearchNames = ['run', 'compare', 'step', 'page', 'q', 'period', 'from', 'to', ...filterNames] as const
export type LogsSearch = { [Name in (typeof logsSearchNames)[number]]?: string }

export const periodOf = ({ period = 'day' }: LogsSearch): Period => (period in periods ? (period as Period) : 'day')

export const pageOf = ({ page }: LogsSearch): number => Math.max(1, Math.min(1_000_000, Math.floor(Number(page)) || 1))

/** The same address with some of it changed; what becomes undefined is left out. */
export function changed(search: LogsSearch, change: { [Name in keyof LogsSearch]: string | undefined }): LogsSearch {
  const entries = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(entries)
}

/** The days that are shown in place of a period. */
export function daysOf({ from, to }: LogsSearch): { from: string; to: string } | null {
  const isDay = (text: string | undefined) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))
  return from && to && isDay(from) && isDay(to) ? { from, to } : null
}

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id that is searched for, wherever and whenever its run was; null for any other text. */
export const searchedId = ({ q = '' }: LogsSearch): string | null =>
  UUID.test(q.trim()) ? q.trim().toLowerCase() : null

/** The filter as the server takes it. An address may hold anything: what is no value of a filter is left out. */
export function queryOf(search: LogsSearch, now: Date): RunQueryInput {
  const oneOf = <T extends string>(choices: readonly T[], value: string | undefined) =>
    choices.find((choice) => choice === value)
  const id = (value: string | undefined) => (value && UUID.test(value) ? value : undefined)
  const chosen = (search.status ?? '').split(',').filter((status) => oneOf(statuses, status))
  const days = daysOf(search)
  const query = {
    started: days
      ? `${days.from}..${dayAfter(days.to)}`
      : `${new Date(now.getTime() - periods[periodOf(search)]).toISOString()}..`,
    statuses: chosen.length > 0 ? chosen.join() : undefined,
    ai_employee_id: id(search.teammate),
    channel: search.channel,
    workflow_id: id(search.workflow),
    initiator_user_id: id(search.person),
    contact_id: id(search.contact),
    model: search.model,
    duration: oneOf(durations, search.duration),
    tokens: oneOf(tokenCounts, search.tokens),
    cost: oneOf(costs, search.cost),
    state: search.crm ? { CRM: search.crm } : undefined,
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
