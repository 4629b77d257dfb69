import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { fileMessages } from '../messages.ts'
import { type Editor, openEditor } from './open-editor.ts'

type TextEditorProps = {
  ref: Ref<Editor>
  name: string
  /** What it begins with; later texts are put in through the handle. */
  text: string
  isReadOnly: boolean
  onChange: () => void
}

export function TextEditor({ ref, name, text, isReadOnly, onChange }: TextEditorProps) {
  const words = useMessages(fileMessages)
  const language = useLanguage()
  const parent = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const open = useEffectEvent((parent: HTMLElement) =>
    openEditor({
      parent,
      name,
      text: editor.current?.read() ?? text,
      label: words.editor(name),
      hint: words.editorKeys,
      isReadOnly,
      language,
      onChange: () => changed(),
    }),
  )
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (!parent.current) return
    const opened = open(parent.current)
    editor.current = opened
    return () => opened.close()
  }, [])
  // The handle outlives what it stands for only within one turn of an effect.
  useImperativeHandle(ref, () => editor.current as Editor, [])
  return <div ref={parent} className="min-h-0 grow overflow-hidden" />
}
