import { useMessages } from '../../lib/i18n.ts'
import { ScrollingText } from '../../ui/scrolling.tsx'
import { CopyButton } from './copy-button.tsx'
import { CodeLines } from './highlight/code-lines.tsx'
import { proseMessages } from './messages.ts'

type CodeBlockProps = {
  code: string
  language: string | undefined
  /** Why it is shown as code. */
  note?: string
}

export function CodeBlock({ code, language, note }: CodeBlockProps) {
  const words = useMessages(proseMessages)
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-canvas">
      <div className="flex h-9 items-center justify-between border-b border-line pr-1.5 pl-3.5">
        <span className="min-w-0 truncate text-2xs text-faint">
          <span className="font-mono">{language}</span>
          {note && ` · ${note}`}
        </span>
        <CopyButton text={code} label={words.copyCode} />
      </div>
      <ScrollingText className="overflow-x-auto px-3.5 py-3 font-mono text-xs leading-relaxed [overflow-wrap:normal]">
        <code>
          <CodeLines code={code} language={language} />
        </code>
      </ScrollingText>
    </div>
  )
}
