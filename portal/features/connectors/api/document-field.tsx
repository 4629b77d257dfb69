import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { formatBytes } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { connectorMessages } from '../messages.ts'

/** Of a longer text only the size is shown, because rendering it would freeze the page. */
const MAX_SHOWN_CHARACTERS = 200_000

type DocumentFieldProps = { value: string; onChange: (text: string) => void; error: string | undefined }

/** A document, pasted or from a file. */
export function DocumentField({ value, onChange, error }: DocumentFieldProps) {
  const words = useMessages(connectorMessages)
  const language = useLanguage()
  const picker = useRef<HTMLInputElement>(null)
  const isShown = value.length <= MAX_SHOWN_CHARACTERS
  return (
    <div>
      {isShown ? (
        <TextArea
          label={words.document}
          placeholder={words.documentPlaceholder}
          rows={9}
          spellCheck={false}
          autoComplete="off"
          className="[&_textarea]:font-mono [&_textarea]:text-xs"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          hint={words.documentHint}
          error={error}
        />
      ) : (
        <div>
          <p className="mb-1.5 text-sm font-medium">{words.document}</p>
          <p className="text-sm text-muted">{words.longDocument(formatBytes(new Blob([value]).size, language))}</p>
          {error && (
            <p role="alert" className="mt-1.5 text-xs text-danger">
              {error}
            </p>
          )}
        </div>
      )}
      <input
        ref={picker}
        type="file"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        hidden
        onChange={async (event) => {
          const [file] = event.target.files ?? []
          // The same file can be chosen again.
          event.target.value = ''
          if (file) onChange(await file.text())
        }}
      />
      <div className="mt-2.5 flex gap-2">
        <Button size="small" onClick={() => picker.current?.click()}>
          <FileUp aria-hidden className="size-3.5" />
          {words.chooseFile}
        </Button>
        {!isShown && (
          <Button size="small" onClick={() => onChange('')}>
            {words.pasteInstead}
          </Button>
        )}
      </div>
    </div>
  )
}
