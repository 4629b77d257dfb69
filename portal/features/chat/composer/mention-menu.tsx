import { Folder } from 'lucide-react'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CaretList } from '../../../ui/caret-list.tsx'
import { FileIcon } from '../../page-parts/file-icon.tsx'
import type { MentionOption } from './mention-source.ts'
import type { Mentioning } from './use-mentions.ts'

export function MentionMenu({ mentioning }: { mentioning: Mentioning }) {
  return <CaretList label={mentioning.label} menu={mentioning} mark={(option) => <Mark option={option} />} />
}

function Mark({ option: { kind, text } }: { option: MentionOption }) {
  if (kind === 'teammate') return <Avatar name={text} size="small" />
  if (kind === 'folder') return <Folder aria-hidden className="size-5 shrink-0 stroke-[1.5] text-muted" />
  return <FileIcon type={mimeTypeOf(text)} />
}
