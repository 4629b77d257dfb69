import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as toolConsolePaths from '#contracts/paths/tool-console.ts'
import type { TryTool } from '#contracts/tool-console.ts'
import { call } from '../../../../lib/api.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { useSession } from '../../../../lib/session.ts'

/** Everything that a teammate may call now. */
export function useCallableTools(employee_id: string) {
  const { organization } = useSession()
  const params = { organization_id: organization.id, employee_id }
  return useQuery({
    queryKey: [...queryKeys.teammate(organization.id, employee_id), 'tools'],
    queryFn: ({ signal }) => call(toolConsolePaths.listCallableTools, { params }, { signal }),
    select: ({ data }) => data,
    // What it may call changes in many places, of which none tells this list.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** Longer than the server waits for a run, so that it is the server that gives up. */
const TIMEOUT_MS = 600_000

/** Calls a tool until it answers or is stopped, which closing the page does too: the server stops the run of a caller who left. */
export function useTryTool(employee_id: string) {
  const { organization } = useSession()
  const params = { organization_id: organization.id, employee_id }
  const calling = useRef<AbortController>(null)
  const stop = () => calling.current?.abort()
  useEffect(() => () => calling.current?.abort(), [])
  const trial = useMutation({
    mutationFn: async (body: TryTool) => {
      const began = performance.now()
      calling.current = new AbortController()
      const { signal } = calling.current
      const tried = await call(toolConsolePaths.tryTool, { params, body }, { signal, timeoutMs: TIMEOUT_MS })
      return { ...tried, took_ms: Math.round(performance.now() - began) }
    },
  })
  return { trial, stop, isStopped: trial.error?.name === 'AbortError' }
}
