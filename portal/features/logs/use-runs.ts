import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { hasWords } from '#contracts/fold-text.ts'
import { LOGS_PAGE_SIZE_KEY, LOGS_PAGE_SIZES } from '#contracts/log-names.ts'
import type { ListedRun } from '#contracts/logged-runs.ts'
import * as logPaths from '#contracts/paths/logs.ts'
import { addressOf } from '#contracts/request.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { storedChoice } from '../../lib/stored.ts'
import { filterNames, type LogsSearch, pageOf, queryOf, searchedId } from './filters.ts'
import { useRunEvents } from './use-run-events.ts'

export const pageSize = storedChoice(LOGS_PAGE_SIZE_KEY, LOGS_PAGE_SIZES, () => '25')

/** Events are applied to the list at most so often, however many runs begin and end. */
const TAIL_MS = 1000

const SHORT = { exclude: 'flow,state' }

/** A page of the runs that the address describes. An id finds the runs of that conversation, or the run itself. */
export function useRuns(search: LogsSearch, limit: number) {
  const { organization } = useSession()
  const params = { organization_id: organization.id }
  const page = pageOf(search)
  const id = searchedId(search)
  const filter = Object.fromEntries(
    [...filterNames, 'period' as const, 'from' as const, 'to' as const].map((name) => [name, search[name]]),
  )
  return useQuery({
    queryKey: [...queryKeys.runs(organization.id), 'list', id ?? filter, page, limit],
    queryFn: async ({ signal }) => {
      const list = (query: object) =>
        call(logPaths.listRuns, { params, query: { ...query, ...SHORT, page, limit } }, { signal })
      if (id === null) return list(queryOf(search, new Date()))
      const ofConversation = await list({ conversation_id: id })
      return ofConversation.total > 0 ? ofConversation : list({ run_id: id })
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Reads again what is shown once runs have begun or ended, and not more often than can be followed. */
export function useTail(isLive: boolean): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const readAgain = () => client.invalidateQueries({ queryKey: [...queryKeys.runs(organization.id), 'list'] })
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      readAgain()
    }, TAIL_MS)
  }
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  useServerEvent('workflow_run.updated', ({ organization_id }) => {
    if (isLive && organization_id === organization.id) soon()
  })
  useServerEvent('ready', () => {
    if (isLive) readAgain()
  })
}

/** One run with its steps; what happens to it shows at once. */
export function useRun(id: string) {
  const { organization } = useSession()
  const queryKey = [...queryKeys.runs(organization.id), 'one', id]
  useRunEvents(id, queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(logPaths.showLoggedRun, { params: { organization_id: organization.id, run_id: id } }, { signal }),
    refetchOnMount: 'always',
  })
}

/** What a step worked with, where it is too large to come with its run. */
export function useStepPayload(run_id: string, seq: number, isWanted: boolean) {
  const { organization } = useSession()
  return useQuery({
    queryKey: [...queryKeys.runs(organization.id), 'payload', run_id, seq],
    queryFn: ({ signal }) =>
      call(
        logPaths.showStepPayload,
        { params: { organization_id: organization.id, run_id, seq: String(seq) } },
        { signal },
      ),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Where the runs of this filter, or all of one run, are had as a file. */
export function useExports() {
  const { organization } = useSession()
  const params = { organization_id: organization.id }
  return {
    /** A search by id ignores all other filters, as the list does. */
    listAddress: (search: LogsSearch, found: ListedRun[]) => {
      const id = searchedId(search)
      const isRun = found.some(({ run_id }) => run_id === id)
      const ofId = (id: string) => (isRun ? { run_id: id } : { conversation_id: id })
      return addressOf(logPaths.exportRuns, { params, query: id === null ? queryOf(search, new Date()) : ofId(id) })
    },
    runAddress: (run_id: string) => addressOf(logPaths.exportRun, { params: { ...params, run_id } }),
  }
}

/** Whether a row shows the searched words. */
export function showsWords(run: ListedRun, shown: readonly (string | null)[], q: string): boolean {
  const text = [
    ...shown,
    run.conversation_title,
    run.employee_name,
    run.workflow_name,
    run.model,
    run.state.error,
    run.error_code,
  ]
    .filter(Boolean)
    .join(' ')
  return hasWords(text, q)
}
