import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { ExactFiles } from './exact-files.tsx'
import { FoundNames } from './found-names.tsx'
import { searchMessages } from './messages.ts'
import { Passages } from './passages.tsx'
import { searchWay, useSearch } from './use-search.ts'

type StorageSearchProps = {
  folder: string
  q: string
  /** A file at a line of its text, or a folder. */
  onOpen: (entry: { path: string; type: 'file' | 'folder'; line?: number }) => void
}

/** What is found below a folder: entries by their name, then passages of texts. */
export function StorageSearch({ folder, q, onOpen }: StorageSearchProps) {
  const words = useMessages(searchMessages)
  const search = useSearch(folder, q)
  const { names, way, wanted } = search
  if (!search.isLongEnough) return <EmptyState title={words.tooShort} />
  const texts = way === 'meaning' ? search.meaning : search.exact
  const found = names.data ?? []
  const isNothing = texts.data?.results.length === 0 && found.length === 0
  return (
    <div className="mx-auto flex w-full max-w-3xl grow flex-col gap-6 px-3 py-5 md:px-6" aria-busy={texts.isFetching}>
      {found.length > 0 && (
        <Part title={words.names}>
          <FoundNames entries={found} wanted={wanted} onOpen={onOpen} />
        </Part>
      )}
      <Part
        title={words.texts}
        action={
          <Segmented
            label={words.ways}
            value={search.isWithout ? 'exact' : way}
            choices={[
              { value: 'meaning', label: words.meaning },
              { value: 'exact', label: words.exact },
            ]}
            onChange={searchWay.set}
          />
        }
      >
        {search.isWithout && <Notice className="mb-3">{words.noMeaning}</Notice>}
        {texts.isError ? (
          <LoadFailed title={words.failed} query={texts} />
        ) : !texts.data ? (
          <div className="p-8 text-center text-faint">
            <Spinner label={words.searching} />
          </div>
        ) : isNothing ? (
          <EmptyState icon={<SearchX aria-hidden />} title={words.nothing} text={words.nothingText(wanted)} />
        ) : texts.data.results.length === 0 ? (
          <p className="text-sm text-muted">{words.noPassages}</p>
        ) : way === 'meaning' && search.meaning.data ? (
          <Passages findings={search.meaning.data} wanted={wanted} onOpen={onOpen} />
        ) : (
          search.exact.data && <ExactFiles findings={search.exact.data} wanted={wanted} onOpen={onOpen} />
        )}
      </Part>
    </div>
  )
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h2 className="text-xs font-semibold text-muted">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
