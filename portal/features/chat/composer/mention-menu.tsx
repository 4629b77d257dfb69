import { Folder } from 'lucide-react'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Option } from '../../../ui/option.tsx'
import { FileIcon } from '../../page-parts/file-icon.tsx'
import type { MentionOption } from './mention-source.ts'
import type { Mentioning } from './use-mentions.ts'

export function MentionMenu({ source, options, list, choose }: Mentioning) {
  return (
    <div
      role="listbox"
      id={list.listId}
      aria-label={source?.label}
      className="absolute bottom-full left-0 z-20 mb-2 max-h-72 w-[min(20rem,100%)] animate-[appear_120ms_ease-out] overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-float"
    >
      <div role="presentation" className="px-2 pt-0.5 pb-1.5 text-2xs font-medium text-faint">
        {source?.label}
      </div>
      {options.map((option) => (
        <Option
          key={option.id}
          list={list}
          item={option}
          onChoose={choose}
          // The field keeps the focus, and with it the caret.
          onMouseDown={(event) => event.preventDefault()}
          className="h-10 gap-2.5 rounded-lg px-2"
        >
          <Mark option={option} />
          <span className="max-w-[70%] shrink-0 truncate text-sm font-medium">{option.text}</span>
          <span className="min-w-0 truncate text-xs text-faint">{option.note}</span>
        </Option>
      ))}
    </div>
  )
}

function Mark({ option: { kind, text } }: { option: MentionOption }) {
  if (kind === 'teammate') return <Avatar name={text} size="small" />
  if (kind === 'folder') return <Folder aria-hidden className="size-5 shrink-0 stroke-[1.5] text-muted" />
  return <FileIcon type={mimeTypeOf(text)} />
}
