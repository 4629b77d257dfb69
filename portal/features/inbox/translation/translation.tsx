import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import * as translationPaths from '#contracts/paths/translations.ts'
import { call } from '../../../lib/api.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { usePreferences } from '../../notifications/use-preferences.ts'
import { translationMessages } from './messages.ts'

const timeoutMs = 300_000

/** What a contact wrote in the language of the page, for anyone who has chosen to have it translated and asks for it. */
export function Translation({ message }: { message: Message }) {
  const { data } = usePreferences()
  return data?.has_translation && message.content.trim() !== '' ? <Asked message={message} /> : null
}

function Asked({ message: { id, organization_id, conversation_id } }: { message: Message }) {
  const words = useMessages(translationMessages)
  const language = useLanguage()
  const [isShown, setShown] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.translation(organization_id, id, language),
    queryFn: ({ signal }) => {
      const params = { organization_id, conversation_id, message_id: id }
      return call(translationPaths.translateMessage, { params, body: { language } }, { signal, timeoutMs })
    },
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className="mt-1 space-y-1">
      {isShown && data && (
        <section aria-label={words.translated} lang={language} className="border-l-2 border-line pl-3">
          <p className="text-read wrap-anywhere whitespace-pre-wrap">{data.content}</p>
        </section>
      )}
      {isShown && error && (
        <p role="alert" className="text-xs text-danger">
          {sentenceOf(error, words.failed)}
        </p>
      )}
      <Button
        size="small"
        look="quiet"
        className="-ml-1.5 h-6! px-1.5! text-2xs"
        busy={isFetching}
        onClick={() => (error ? refetch() : setShown(!isShown))}
      >
        {isFetching ? words.translating : isShown && data ? words.hide : words.translate}
      </Button>
    </div>
  )
}
