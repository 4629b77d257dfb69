import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import { ACCEPT, admitFiles } from '../attachments.ts'
import { draftOf, saveDraft } from '../state/drafts.ts'
import { send } from '../state/outbox.ts'
import { getState, notify, useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { PickedFiles } from './attachments.tsx'
import { CallButton } from './call-button.tsx'
import { Icon } from './icon.tsx'

const TALLEST_PX = 160

export function Composer() {
  const words = getWords()
  const isOpen = useChat(({ view }) => view.isOpen)
  const id = useChat(({ thread }) => thread.conversation_id)
  const limits = useChat(({ init }) => init?.attachmentLimits ?? null)
  // The stored draft is the only copy: an effect that restored it later could overwrite what was typed meanwhile.
  const text = draftOf(id)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const [files, setFiles] = useState<File[]>([])
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is written in at once, too
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen, id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const box = field.current
    if (!box) return
    box.style.height = 'auto'
    box.style.height = `${Math.min(box.scrollHeight, TALLEST_PX)}px`
  }, [text])

  const write = (next: string) => {
    saveDraft(getState().thread.conversation_id, next)
    rerender(0)
  }
  const add = (added: Iterable<File>) => {
    if (!limits) return
    const { files: admitted, refusal } = admitFiles(files, [...added], limits)
    setFiles(admitted)
    if (refusal) notify(refusal)
    field.current?.focus()
  }
  const submit = (event?: Event) => {
    event?.preventDefault()
    if (text.trim() === '' && files.length === 0) return
    void send(text.trim(), files)
    write('')
    setFiles([])
    field.current?.focus()
  }

  useEffect(() => {
    // Files may be dropped anywhere on the chat; a browser would open them in its place.
    const carries = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const onOver = (event: DragEvent) => {
      if (!carries(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!carries(event)) return
      event.preventDefault()
      setOver(false)
      add(event.dataTransfer?.files ?? [])
    }
    addEventListener('dragover', onOver)
    addEventListener('dragleave', onLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onOver)
      removeEventListener('dragleave', onLeave)
      removeEventListener('drop', onDrop)
    }
  })

  return (
    <form class="composer" onSubmit={submit}>
      <PickedFiles files={files} onRemove={(file) => setFiles(files.filter((one) => one !== file))} />
      <div class="composer-row">
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={ACCEPT}
          onChange={({ currentTarget }) => {
            add(currentTarget.files ?? [])
            currentTarget.value = ''
          }}
        />
        <button type="button" class="tool" aria-label={words.attach} onClick={() => chooser.current?.click()}>
          <Icon name="attach" />
        </button>
        <textarea
          ref={field}
          rows={1}
          aria-label={words.message}
          placeholder={words.placeholder}
          enterkeyhint="send"
          value={text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData?.files ?? []
            if (pasted.length === 0) return
            event.preventDefault()
            add(pasted)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.isComposing) return
            submit(event)
          }}
        />
        <CallButton />
        <button type="submit" class="send" aria-label={words.send} disabled={text.trim() === '' && files.length === 0}>
          <Icon name="send" />
        </button>
      </div>
      {isOver && <div class="drop">{words.dropFiles}</div>}
    </form>
  )
}
