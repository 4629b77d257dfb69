import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import type { SavedContent } from '#contracts/storage.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import type { Editor } from './editor/open-editor.ts'
import { fileMessages } from './messages.ts'
import { readText, type Text } from './read-text.ts'
import { saveBeside } from './save-beside.ts'

export type Saving = { state: 'idle' | 'saving' | 'saved' } | { state: 'failed'; problem: string }

/**
 * A text that is edited here and may be changed elsewhere at the same time. `changed_at` is when the file was last
 * changed as far as the page knows, null once it is gone; what others wrote comes in by itself, unless it would cost what
 * was written here: then `theirs` waits for a decision.
 */
export function useText(path: string, changed_at: string | null) {
  const words = useMessages(fileMessages)
  const { organization } = useSession()
  const params = { organization_id: organization.id }
  const read = (signal?: AbortSignal) => readText(organization, path, changed_at ?? '', signal)
  const [base, setBase] = useState<Text | null>(null)
  const loading = useQuery({
    queryKey: queryKeys.fileText(organization.id, path),
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // From here on the text is followed by its events; a file that was moved is not read again.
    enabled: base === null,
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.kind === 'refused'),
  })
  const [theirs, setTheirs] = useState<Text | null>(null)
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [isDirty, setDirty] = useState(false)
  const editor = useRef<Editor | null>(null)
  /** What was sent last, until it is answered: the server may have it. */
  const unanswered = useRef<string | null>(null)
  if (!base && loading.data) setBase(loading.data)

  const show = (text: Text) => {
    editor.current?.markSaved(text.content)
    setBase(text)
    setTheirs(null)
    setDirty(editor.current?.isChanged() ?? false)
  }
  const markSaved = (text: Text) => {
    unanswered.current = null
    show(text)
    setSaving({ state: 'saved' })
  }
  const follow = useEffectEvent(async () => {
    const found = await read().catch(() => null)
    if (!found || found.modified_at === base?.modified_at) return
    if (found.content === unanswered.current) return markSaved(found)
    if (editor.current?.isChanged()) return setTheirs(found)
    editor.current?.replace(found.content)
    show(found)
  })
  const seen = (theirs ?? base)?.modified_at
  const unseen = seen !== undefined && changed_at !== null && changed_at > seen ? changed_at : null
  const isSaving = saving.state === 'saving'
  useEffect(() => {
    if (unseen && !isSaving) follow()
  }, [unseen, isSaving])

  const write = async (send: (content: string) => Promise<SavedContent>) => {
    const content = editor.current?.read() ?? base?.content ?? ''
    unanswered.current = content
    setSaving({ state: 'saving' })
    try {
      const { modified_at } = await send(content)
      markSaved({ content, modified_at })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'STORAGE_CONTENT_CHANGED') {
        setSaving({ state: 'idle' })
        await follow()
      } else setSaving({ state: 'failed', problem: sentenceOf(error as Error, words.saveFailed) })
    }
  }

  return {
    loading,
    base,
    theirs,
    saving,
    isDirty,
    editor,
    /** The text as it is here, saved or not. */
    read: () => editor.current?.read() ?? base?.content ?? '',
    changed: () => {
      setDirty(editor.current?.isChanged() ?? false)
      setSaving((before) => (before.state === 'saved' ? { state: 'idle' } : before))
    },
    save: () =>
      write((content) =>
        call(storagePaths.updateContent, { params, body: { path, content, modified_at: base?.modified_at } }),
      ),
    /** Over what someone else wrote meanwhile, as far as it was seen here. */
    overwrite: () =>
      write((content) =>
        call(storagePaths.updateContent, { params, body: { path, content, modified_at: theirs?.modified_at } }),
      ),
    createAgain: () =>
      write((content) => call(storagePaths.createContent, { params, body: { path, content } }, { creates: true })),
    /** Answers what stood here before, for anyone who wants it back. */
    loadTheirs: (): string => {
      const mine = editor.current?.read() ?? ''
      if (theirs) {
        editor.current?.replace(theirs.content)
        show(theirs)
      }
      return mine
    },
    putBack: (mine: string) => editor.current?.replace(mine),
    saveCopy: () => saveBeside(organization, path, editor.current?.read() ?? ''),
  }
}
