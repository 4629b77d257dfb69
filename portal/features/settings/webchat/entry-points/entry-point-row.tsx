import { ChevronDown, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { EntryPoint } from '#contracts/webchat-settings.ts'
import { formatDay } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, buttonClass, IconButton } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { Segmented } from '../../../../ui/segmented.tsx'
import { CodeSample } from '../../../page-parts/code-sample.tsx'
import { useKeys } from '../../keys/use-keys.ts'
import { webchatMessages } from '../messages.ts'

type EntryPointRowProps = { entryPoint: EntryPoint; isOpen: boolean; onEdit: () => void; onDelete: () => void }

export function EntryPointRow({ entryPoint, isOpen: isOpenAtFirst, onEdit, onDelete }: EntryPointRowProps) {
  const words = useMessages(webchatMessages)
  const panel = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { id, name, ai_employee, multi_conversations, on_site_since } = entryPoint
  const language = useLanguage()
  return (
    <li className="rounded-xl border border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <div className="min-w-0 grow basis-48">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="min-w-0 text-sm font-medium break-words">{name}</h3>
            {multi_conversations && <Badge tone="neutral">{words.manyBadge}</Badge>}
          </div>
          <p className="mt-0.5 text-xs text-muted">
            {words.answeredBy(ai_employee.name)}
            {' · '}
            {on_site_since ? words.onSiteSince(formatDay(on_site_since, language)) : words.notOnSite}
          </p>
        </div>
        <div className="flex items-center gap-1.5">
          <TryIt id={id} name={name} />
          <Button size="small" aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
            {words.snippet}
            <ChevronDown aria-hidden className={classNames('size-3.5 transition-transform', isOpen && 'rotate-180')} />
          </Button>
          <IconButton label={words.editOne(name)} onClick={onEdit} className="pointer-coarse:size-10!">
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={words.deleteOne(name)} onClick={onDelete} className="pointer-coarse:size-10!">
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
      <div id={panel} hidden={!isOpen} className="border-t border-line px-4 py-4">
        {isOpen && <Snippets entryPoint={entryPoint} />}
      </div>
    </li>
  )
}

/** The widget on a sample page. */
function TryIt({ id, name }: { id: string; name: string }) {
  const words = useMessages(webchatMessages)
  const { data: keys } = useKeys()
  if (!keys) return null
  const query = new URLSearchParams({ api_key: keys.public_api_key, event_id: id })
  return (
    <a
      href={`/widget/demo.html?${query}`}
      target="_blank"
      rel="noreferrer"
      aria-label={words.tryOne(name)}
      className={buttonClass({ size: 'small' })}
    >
      {words.tryIt}
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  )
}

const KINDS = ['html', 'react', 'tag_manager'] as const

function Snippets({ entryPoint: { snippets } }: { entryPoint: EntryPoint }) {
  const words = useMessages(webchatMessages)
  const [kind, setKind] = useState<(typeof KINDS)[number]>('html')
  return (
    <>
      <Segmented
        label={words.snippetKind}
        value={kind}
        choices={KINDS.map((value) => ({ value, label: words.snippetKinds[value] }))}
        onChange={setKind}
      />
      <p className="mt-2 mb-3 text-xs text-pretty text-muted">{words.snippetHints[kind]}</p>
      <CodeSample label={words.snippetKinds[kind]} copyLabel={words.copySnippet} text={snippets[kind]} />
    </>
  )
}
