import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#contracts/client.ts'
import * as searchPaths from '#contracts/paths/storage-search.ts'
import type { StorageEntry } from '#contracts/storage.ts'
import type { PassagePlace } from '#contracts/storage-search.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ScrollingSection } from '../../../ui/scrolling.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { indexStateMessages } from '../index-state/messages.ts'
import { fileMessages } from './messages.ts'
import { NoPreview } from './no-preview.tsx'
import { WaitingFile } from './waiting-file.tsx'

type DocumentTextProps = {
  entry: StorageEntry
  /** Which page or slide is shown first. */
  part: number | undefined
  /** Above the text. */
  children?: ReactNode
}

/** A document that the browser cannot show, as teammates read it: its text, once it was indexed. */
export function DocumentText({ entry, part, children }: DocumentTextProps) {
  const words = useMessages(fileMessages)
  const text = useDocumentText(entry)
  const { reasons } = useMessages(indexStateMessages)
  if (!text.data) {
    const isRefused = text.error instanceof ApiError && text.error.status === 422
    if (children) return <EmptyState title={words.noPdf}>{children}</EmptyState>
    if (text.isPending) return <WaitingFile />
    return isRefused ? <NoPreview entry={entry} /> : <LoadFailed title={words.failed} query={text} />
  }
  const { parts, is_truncated, warning } = text.data
  return (
    <ScrollingSection label={words.documentText(entry.name)} className="min-h-0 grow overflow-y-auto">
      <div className="mx-auto max-w-3xl space-y-6 px-4 py-6 md:px-8">
        {children}
        <p className="text-xs text-muted">{parts.length > 0 ? words.textOnly : words.noText}</p>
        {warning && <p className="text-xs text-warning">{reasons[warning] ?? warning}</p>}
        {parts.map((each) => {
          const number = numberOf(each)
          const isWanted = part !== undefined && number === part
          return (
            <section key={number ?? 'whole'} ref={isWanted ? (shown) => shown?.scrollIntoView() : undefined}>
              {number !== undefined && (
                <h2 className="mb-2 text-xs font-medium text-muted">{headingOf(each, words)}</h2>
              )}
              <p className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">{each.text}</p>
            </section>
          )
        })}
        {is_truncated && <p className="text-xs text-muted">{words.textTruncated}</p>}
      </div>
    </ScrollingSection>
  )
}

/** Read again once the file has changed, or has been indexed. */
function useDocumentText({ path, modified_at, index_state }: StorageEntry) {
  const { organization } = useSession()
  const isReady = index_state !== 'Queued for indexing' && index_state !== 'Indexing…'
  return useQuery({
    queryKey: queryKeys.documentText(organization.id, path, `${modified_at} ${index_state}`),
    queryFn: ({ signal }) =>
      call(searchPaths.showDocumentText, { params: { organization_id: organization.id }, query: { path } }, { signal }),
    enabled: isReady,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const numberOf = ({ page, slide, sheet }: PassagePlace): number | undefined => page ?? slide ?? sheet

const headingOf = ({ page, slide, sheet }: PassagePlace, words: (typeof fileMessages)['en']): string =>
  page !== undefined ? words.page(page) : slide !== undefined ? words.slide(slide) : words.sheet(sheet ?? 1)
