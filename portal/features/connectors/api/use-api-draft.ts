import { useState } from 'react'
import type { ApiDocument } from '#contracts/api-documents.ts'
import type { Connector } from '#contracts/connectors.ts'
import type { Draft } from '../connector-draft.ts'
import { useKeptDocument, useReadDocument } from './use-document.ts'

/** The document behind the form of an API: the one that the connector has, or one that was given in its place. */
export function useApiDraft(connector: Connector | null, draft: Draft, set: (changed: Partial<Draft>) => void) {
  const isApi = draft.type === 'openapi'
  const kept = useKeptDocument(isApi ? connector?.id : undefined)
  const reading = useReadDocument()
  const [isReplacing, setReplacing] = useState(connector === null)
  const api: ApiDocument | null = reading.data ?? kept.data ?? null
  const chosen = draft.operations ?? kept.data?.chosen ?? []

  const read = () => {
    const { document, url } = draft
    reading.mutate(
      { document, url },
      {
        onSuccess: (api) => {
          const able = new Set(api.operations.flatMap(({ operation, problem }) => (problem === null ? operation : [])))
          const signIn = Object.fromEntries(api.headers.map(({ name, begins }) => [name, begins]))
          set({
            name: draft.name || api.title,
            url: draft.url || (api.urls[0] ?? ''),
            headers: Object.keys(draft.headers).length > 0 ? draft.headers : signIn,
            operations: chosen.filter((operation) => able.has(operation)),
          })
          setReplacing(false)
        },
      },
    )
  }

  return {
    api,
    chosen,
    kept,
    reading,
    read,
    /** Whether a document is asked for before anything else can be filled in. */
    isAsked: isApi && isReplacing,
    replace: () => setReplacing(true),
  }
}
