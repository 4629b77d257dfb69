import { lazy, Suspense, useMemo, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { LeaveQuestion } from '../../page-parts/leave-question.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { Prose } from '../../prose/lazy-markdown.tsx'
import { ChangedBar, DeletedFileBanner } from './file-bars.tsx'
import { FileHeader } from './file-header.tsx'
import { canEdit, kindOf } from './kind-of.ts'
import { fileMessages } from './messages.ts'
import { parseTable, separatorOf } from './parse-table.ts'
import { TableView } from './table-view.tsx'
import { useText } from './use-text.ts'
import { WaitingFile } from './waiting-file.tsx'

const TextEditor = lazy(() =>
  whenReachable(() => import('./editor/text-editor.tsx')).then(({ TextEditor }) => ({ default: TextEditor })),
)

type TextFileProps = {
  path: string
  /** Null once the file is gone. */
  entry: StorageEntry | null
  line: number | undefined
  isFollowing: (path: string) => boolean
  onClose: () => void
}

/** A text to read and to change; Markdown and tables are shown as they will be read first. */
export function TextFile({ path, entry, line, isFollowing, onClose }: TextFileProps) {
  const words = useMessages(fileMessages)
  const text = useText(path, entry?.modified_at ?? null)
  const kind = kindOf(path)
  const hasPreview = kind === 'markdown' || kind === 'table'
  const isReadOnly = !canEdit(path)
  const [isPreview, setPreview] = useState(hasPreview && line === undefined)
  const [wasEdited, setWasEdited] = useState(!isPreview)
  const { base, loading, saving, isDirty } = text
  const canSave = isDirty && saving.state !== 'saving' && entry !== null
  useShortcut('Mod+S', () => canSave && text.save())

  const show = (next: 'preview' | 'edit') => {
    setPreview(next === 'preview')
    if (next === 'edit') setWasEdited(true)
  }
  return (
    <>
      <FileHeader path={path} entry={entry} state={isReadOnly ? words.readOnly : stateOf()} onClose={onClose}>
        {hasPreview && base && (
          <Segmented
            label={words.views}
            value={isPreview ? 'preview' : 'edit'}
            choices={[
              { value: 'preview', label: words.preview },
              { value: 'edit', label: isReadOnly ? words.read : words.edit },
            ]}
            onChange={show}
          />
        )}
        {(isDirty || saving.state === 'saving') && entry && (
          <Button look="primary" busy={saving.state === 'saving'} onClick={() => text.save()}>
            {words.save}
          </Button>
        )}
      </FileHeader>
      {entry === null && base && <DeletedFileBanner busy={saving.state === 'saving'} onSave={text.createAgain} />}
      {entry && text.theirs && <ChangedBar text={text} theirs={text.theirs.content} />}
      {saving.state === 'failed' && (
        <p role="alert" className="shrink-0 bg-danger-soft px-4 py-2 text-sm text-danger md:px-6">
          {saving.problem}
        </p>
      )}
      {body()}
      <LeaveQuestion isDirty={isDirty} leaves={(from, to) => leavesFile(from, to, isFollowing)} />
    </>
  )

  function stateOf(): string | undefined {
    if (saving.state === 'saving') return words.saving
    if (isDirty) return words.unsaved
    return saving.state === 'saved' ? words.saved : undefined
  }

  function body() {
    if (!base) {
      const { error } = loading
      if (error instanceof ApiError && error.status === 422) return <EmptyState alert title={words.notText} />
      return loading.isError ? <LoadFailed title={words.failed} query={loading} /> : <WaitingFile />
    }
    return (
      <>
        {isPreview && <Preview kind={kind} text={text.read()} />}
        {wasEdited && (
          // The editor stays behind the preview, with its cursor and its history.
          <div hidden={isPreview} className={isPreview ? '' : 'flex min-h-0 grow flex-col'}>
            <Suspense fallback={<WaitingFile />}>
              <TextEditor
                name={path.split('/').at(-1) ?? ''}
                text={base.content}
                isReadOnly={isReadOnly}
                onOpen={(editor) => {
                  text.editor.current = editor
                  if (line !== undefined) editor?.goTo(line)
                  if (!isReadOnly && matchMedia('(pointer: fine)').matches) editor?.focus()
                }}
                onChange={text.changed}
              />
            </Suspense>
          </div>
        )}
      </>
    )
  }
}

type Address = { pathname: string; search: { file?: string } }

/** Where a moved file is followed to, nothing is left behind. */
function leavesFile(from: Address, to: Address, isFollowing: (path: string) => boolean): boolean {
  if (from.pathname !== to.pathname) return true
  return to.search.file === undefined || (to.search.file !== from.search.file && !isFollowing(to.search.file))
}

function Preview({ kind, text }: { kind: string; text: string }) {
  const words = useMessages(fileMessages)
  const table = useMemo(() => (kind === 'table' ? parseTable(text, separatorOf(text)) : null), [kind, text])
  if (table) return <TableView table={table} />
  if (text.trim() === '') return <EmptyState title={words.emptyText} />
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <article className="mx-auto max-w-3xl px-5 py-6 md:px-8 md:py-8">
        <Prose text={text} isStreaming={false} />
      </article>
    </div>
  )
}
