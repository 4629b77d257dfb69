import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** What a provider sends the browser back with. */
export type Asked = { code?: string; state?: string; error?: string }

/** Passes on what the provider sent, once: its code is good for one use. */
export function useReturned<T>(finish: (asked: Asked) => Promise<T>) {
  const current = useLocation({ select: (location) => location.href })
  // Leaving this page changes the address before the page is gone, and what it is then was not returned.
  const [href] = useState(current)
  const asked: Asked = Object.fromEntries(new URLSearchParams(href.split('?')[1]))
  const { data, error } = useQuery({
    queryKey: ['returned', href],
    queryFn: () => finish(asked),
    retry: false,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })
  return { data, error, asked }
}
