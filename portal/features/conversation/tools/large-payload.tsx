import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentPayload, Message } from '#contracts/conversations.ts'
import * as conversationPaths from '#contracts/paths/conversations.ts'
import { call } from '../../../lib/api.ts'
import { formatBytes } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyText } from '../../page-parts/copy-text.tsx'
import { toolMessages } from './messages.ts'
import { Payload, textOf } from './payload.tsx'

/** As much as a browser shows at once without a pause. */
const MAX_CHARACTERS = 100_000

type LargePayloadProps = { message: Message; label: string; reference: ContentPayload }

/** What is too large to come with its message: read when someone asks for it. */
export function LargePayload({ message, label, reference }: LargePayloadProps) {
  const words = useMessages(toolMessages)
  const language = useLanguage()
  const [isWanted, setWanted] = useState(false)
  const whole = useToolPayload(message, reference, isWanted)
  if (whole.data) {
    const text = textOf(whole.data.payload)
    const isCut = text.length > MAX_CHARACTERS
    return (
      <div>
        <Payload label={label} value={isCut ? `${text.slice(0, MAX_CHARACTERS)}…` : text} />
        <div className="mt-1.5">
          <CopyText label={words.copyPayload} text={text} />
        </div>
      </div>
    )
  }
  return (
    <div>
      <div className="mb-0.5 text-2xs text-faint">{label}</div>
      <Button
        size="small"
        busy={whole.isFetching}
        onClick={() => (isWanted ? whole.refetch() : setWanted(true))}
        aria-label={words.loadPayload(label, formatBytes(reference.size, language))}
      >
        {words.load(formatBytes(reference.size, language))}
      </Button>
      {whole.isError && (
        <p role="alert" className="mt-1 text-xs text-danger">
          {words.loadFailed}
        </p>
      )}
    </div>
  )
}

function useToolPayload({ organization_id, id }: Message, { call_id, kind }: ContentPayload, isWanted: boolean) {
  return useQuery({
    queryKey: queryKeys.toolPayload(organization_id, id, call_id, kind),
    queryFn: ({ signal }) =>
      call(
        conversationPaths.showToolPayload,
        { params: { organization_id, message_id: id, call_id, kind } },
        { signal },
      ),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
