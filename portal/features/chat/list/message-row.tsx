import { memo } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { formatBytes } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { Answer } from './answer.tsx'
import { Question } from './question.tsx'

type MessageRowProps = { message: Message; name: string; onAskAgain: (failed: Message) => void }

export const MessageRow = memo(function MessageRow({ message, name, onAskAgain }: MessageRowProps) {
  if (message.role === 'contact')
    return (
      <Question text={message.content} sentAt={message.created_at}>
        <Attachments message={message} />
      </Question>
    )
  if (message.role === 'system')
    return <li className="text-center text-xs text-pretty text-faint">{message.content}</li>
  return (
    <Answer message={message} name={name} onAskAgain={onAskAgain}>
      <Attachments message={message} />
    </Answer>
  )
})

function Attachments({ message: { attachments } }: { message: Message }) {
  const language = useLanguage()
  if (attachments.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5">
      {attachments.map((file) => (
        <li key={file.id}>
          <a
            href={file.url}
            download={file.name}
            className="flex items-center gap-2 rounded-lg border border-line bg-raised px-2.5 py-1 text-xs hover:bg-hover"
          >
            <span className="max-w-48 truncate font-medium">{file.name}</span>
            <span className="text-faint">{formatBytes(file.size, language)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
