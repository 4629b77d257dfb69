import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'

type JsonFileButtonProps = {
  label: string
  busy: boolean
  /** Given whatever is in the file, or undefined where that is no JSON. */
  onRead: (content: unknown) => void
}

export function JsonFileButton({ label, busy, onRead }: JsonFileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    let content: unknown
    try {
      content = JSON.parse(await file.text())
    } catch {
      content = undefined
    }
    onRead(content)
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file can be chosen again.
          event.target.value = ''
          if (file) read(file)
        }}
      />
      <Button size="small" busy={busy} onClick={() => picker.current?.click()}>
        {label}
      </Button>
    </>
  )
}
