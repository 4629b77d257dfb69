import type { ReactNode } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { chatMessages } from '../messages.ts'

type QuestionProps = { text: string; sentAt?: string; files?: ReactNode; children?: ReactNode }

/** What the person wrote. */
export function Question({ text, sentAt, files, children }: QuestionProps) {
  const words = useMessages(chatMessages)
  const language = useLanguage()
  return (
    <div className="flex flex-col items-end" title={sentAt && formatMoment(sentAt, language)}>
      <span className="sr-only">{words.you}</span>
      {files}
      {text && (
        <p className="max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2 text-read wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
      {children}
    </div>
  )
}
