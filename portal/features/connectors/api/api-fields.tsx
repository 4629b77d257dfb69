import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import type { Draft } from '../connector-draft.ts'
import { connectorMessages } from '../messages.ts'
import { OperationsField } from './operations-field.tsx'
import type { useApiDraft } from './use-api-draft.ts'

type ApiFieldsProps = {
  draft: ReturnType<typeof useApiDraft>
  set: (changed: Partial<Draft>) => void
  error: string | undefined
}

/** What of an API becomes tools, once its document was read. */
export function ApiFields({ draft: { api, chosen, kept, replace }, set, error }: ApiFieldsProps) {
  const words = useMessages(connectorMessages)
  if (!api)
    return kept.isError ? <LoadFailed title={words.documentFailed} query={kept} /> : <Skeleton className="h-40" />
  return (
    <>
      {api.query_keys.length > 0 && (
        <p className="text-xs text-pretty text-muted">{words.queryKeys(api.query_keys.join(', '))}</p>
      )}
      <OperationsField api={api} chosen={chosen} onChange={(operations) => set({ operations })} error={error} />
      <Button size="small" onClick={replace}>
        {words.otherDocument}
      </Button>
    </>
  )
}
