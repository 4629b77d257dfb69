import { useEffect, useEffectEvent, useRef } from 'react'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { fileMessages } from '../messages.ts'
import { type Editor, openEditor } from './open-editor.ts'

type TextEditorProps = {
  name: string
  /** What it begins with; later texts are put in through the editor. */
  text: string
  isReadOnly: boolean
  /** The editor while it is there, then null. */
  onOpen: (editor: Editor | null) => void
  onChange: () => void
}

export function TextEditor({ name, text, isReadOnly, onOpen, onChange }: TextEditorProps) {
  const words = useMessages(fileMessages)
  const language = useLanguage()
  const parent = useRef<HTMLDivElement>(null)
  const changed = useEffectEvent(onChange)
  const notifyOpen = useEffectEvent(onOpen)
  const open = useEffectEvent((parent: HTMLElement) => {
    const label = words.editor(name)
    return openEditor({ parent, name, text, label, hint: words.editorKeys, isReadOnly, language, onChange: changed })
  })
  useEffect(() => {
    if (!parent.current) return
    const editor = open(parent.current)
    notifyOpen(editor)
    return () => {
      notifyOpen(null)
      editor.close()
    }
  }, [])
  return <div ref={parent} className="min-h-0 grow overflow-hidden" />
}
