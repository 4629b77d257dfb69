import { Folder, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TrashedEntry } from '#contracts/storage.ts'
import { TRASH } from '#contracts/storage-names.ts'
import { folderOf } from '../../../lib/folder-query.ts'
import { formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { FileIcon } from '../../page-parts/file-icon.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { SelectAllTh } from '../../page-parts/table-heads.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { useActions } from '../actions/use-actions.ts'
import { nameOf } from '../use-folder.ts'
import { trashMessages } from './messages.ts'
import { useTrash } from './use-trash.ts'

/** What was deleted and can be brought back. */
export function TrashView() {
  const words = useMessages(trashMessages)
  const trash = useTrash()
  const actions = useActions()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [erasing, setErasing] = useState<readonly string[] | null>(null)
  const entries = trash.data?.entries ?? []
  const chosen = entries.filter(({ path }) => marked.has(path)).map(({ path }) => path)
  const isAll = erasing?.[0] === TRASH

  if (trash.isError) return <LoadFailed title={words.failed} query={trash} />
  if (!trash.data)
    return (
      <div className="p-4 md:p-6">
        <WaitingRows />
      </div>
    )
  if (entries.length === 0)
    return <EmptyState icon={<Trash2 aria-hidden />} title={words.empty} text={words.emptyText} />
  return (
    <div className="min-h-0 grow overflow-y-auto px-3 py-4 md:px-6">
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-2">
        <p className="grow text-sm text-muted">{chosen.length > 0 ? words.selected(chosen.length) : words.text}</p>
        {chosen.length > 0 ? (
          <>
            <Button
              onClick={() => {
                setMarked(new Set())
                actions.restore(chosen)
              }}
            >
              {words.restore}
            </Button>
            <Button look="danger" onClick={() => setErasing(chosen)}>
              {words.erase}
            </Button>
          </>
        ) : (
          <Button look="danger" onClick={() => setErasing([TRASH])}>
            {words.emptyAll}
          </Button>
        )}
      </div>
      <Table caption={words.title}>
        <thead>
          <tr>
            <SelectAllTh
              label={words.chooseAll}
              ids={entries.map(({ path }) => path)}
              marked={marked}
              onMark={setMarked}
            />
            <Th>{words.name}</Th>
            <Th className="max-md:hidden">{words.from}</Th>
            <Th className="max-md:hidden">{words.deleted}</Th>
            <Th />
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <TrashRow
              key={entry.path}
              entry={entry}
              isMarked={marked.has(entry.path)}
              onMark={() =>
                setMarked(
                  new Set(
                    [...marked].filter((path) => path !== entry.path).concat(marked.has(entry.path) ? [] : entry.path),
                  ),
                )
              }
              onRestore={() => actions.restore([entry.path])}
              onErase={() => setErasing([entry.path])}
            />
          ))}
        </tbody>
      </Table>
      {trash.hasNextPage && (
        <Button className="mt-3" busy={trash.isFetchingNextPage} onClick={() => trash.fetchNextPage()}>
          {words.more}
        </Button>
      )}
      <Confirm
        open={erasing !== null}
        onOpenChange={() => setErasing(null)}
        title={isAll ? words.emptyTitle : words.eraseTitle(erasing?.length ?? 0)}
        text={words.eraseText}
        action={isAll ? words.emptyAll : words.erase}
        cancel={words.cancel}
        onConfirm={() => {
          actions.remove(erasing ?? [])
          setErasing(null)
          setMarked(new Set())
        }}
      />
    </div>
  )
}

type TrashRowProps = {
  entry: TrashedEntry
  isMarked: boolean
  onMark: () => void
  onRestore: () => void
  onErase: () => void
}

const DAY = 24 * 60 * 60 * 1000
const KEPT_DAYS = 30

function TrashRow({ entry, isMarked, onMark, onRestore, onErase }: TrashRowProps) {
  const words = useMessages(trashMessages)
  const language = useLanguage()
  const name = nameOf(entry.original_path)
  const from = folderOf(entry.original_path)
  const left = Math.max(1, Math.ceil(KEPT_DAYS - (Date.now() - Date.parse(entry.deleted_at)) / DAY))
  const when = `${formatWhen(entry.deleted_at, language)} · ${words.left(left)}`
  return (
    <tr className={isMarked ? 'bg-accent-soft' : 'hover:bg-hover'}>
      <Td>
        <Checkbox label={words.choose(name)} checked={isMarked} onChange={onMark} />
      </Td>
      <Td className="max-w-0 max-md:w-full md:w-1/2">
        <span className="flex min-w-0 items-center gap-2.5">
          {entry.type === 'folder' ? (
            <Folder aria-hidden className="size-5 shrink-0 stroke-[1.5] text-accent" />
          ) : (
            <FileIcon type={entry.mime_type ?? ''} />
          )}
          <span className="min-w-0">
            <span className="block truncate">{name}</span>
            <span className="block truncate text-2xs text-faint md:hidden">{when}</span>
          </span>
        </span>
      </Td>
      <Td className="max-w-48 truncate text-muted max-md:hidden">{from === '/' ? words.top : from}</Td>
      <Td className="text-xs whitespace-nowrap text-muted max-md:hidden">{when}</Td>
      <Td className="w-20 py-0 text-right whitespace-nowrap">
        <IconButton label={words.restoreOne(name)} onClick={onRestore} className="pointer-coarse:size-10!">
          <RotateCcw aria-hidden />
        </IconButton>
        <IconButton label={words.eraseOne(name)} look="danger" onClick={onErase} className="pointer-coarse:size-10!">
          <Trash2 aria-hidden />
        </IconButton>
      </Td>
    </tr>
  )
}
