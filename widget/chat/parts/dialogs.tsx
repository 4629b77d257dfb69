import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { WebchatConversation } from '#contracts/webchat.ts'
import { remove, rename } from '../state/conversations.ts'
import { getWords } from '../words/words.ts'

type Shared = { conversation: WebchatConversation; onClose: () => void }

/** Over everything; the browser keeps the focus in it and gives it back. */
function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => element.current?.showModal(), [])
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose} onKeyDown={(event) => event.stopPropagation()}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

const cancel = ({ currentTarget }: { currentTarget: HTMLElement }) => currentTarget.closest('dialog')?.close()

export function RenameDialog({ conversation, onClose }: Shared) {
  const words = getWords()
  return (
    <Dialog title={words.renameTitle} onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          const title = String(new FormData(event.currentTarget).get('title') ?? '').trim()
          if (title) void rename(conversation.id, title)
        }}
      >
        <label>
          {words.name}
          <input name="title" required maxLength={200} value={conversation.title ?? ''} />
        </label>
        <div class="dialog-buttons">
          <button type="button" class="quiet" onClick={cancel}>
            {words.cancel}
          </button>
          <button type="submit" class="strong">
            {words.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

export function RemoveDialog({ conversation, onClose }: Shared) {
  const words = getWords()
  return (
    <Dialog title={words.removeTitle} onClose={onClose}>
      <p>{words.removeAbout}</p>
      <form method="dialog" onSubmit={() => void remove(conversation.id)}>
        <div class="dialog-buttons">
          <button type="button" class="quiet" onClick={cancel}>
            {words.cancel}
          </button>
          <button type="submit" class="strong dangerous">
            {words.remove}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
