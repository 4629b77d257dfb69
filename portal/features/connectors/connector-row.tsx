import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { connectorMessages } from './messages.ts'

type ConnectorRowProps = {
  name: string
  /** Its state in a word, where it has one. */
  badge?: ReactNode
  /** Where it leads: an address, or the name of a service. */
  place: string
  facts: ReactNode
  actions?: ReactNode
  /** What is shown when it is opened. */
  children: ReactNode
}

/** A connector with its state; opened, with its tools. */
export function ConnectorRow({ name, badge, place, facts, actions, children }: ConnectorRowProps) {
  const words = useMessages(connectorMessages)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div className="relative flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5">
        <div className="flex min-w-0 grow basis-64 items-start gap-2.5">
          <button
            type="button"
            aria-label={words.toolsOf(name)}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="mt-0.5 rounded after:absolute after:inset-0"
          >
            <ChevronRight
              aria-hidden
              className={classNames('size-4 text-faint transition-transform', isOpen && 'rotate-90')}
            />
          </button>
          <div className="min-w-0 grow">
            <div className="flex min-w-0 items-center gap-2">
              <h3 className="truncate text-sm font-medium">{name}</h3>
              {badge}
            </div>
            <span className="mt-0.5 block truncate font-mono text-xs text-muted">{place}</span>
            {facts}
          </div>
        </div>
        {actions && <div className="relative z-1 ml-auto flex gap-1.5">{actions}</div>}
      </div>
      <div id={id} hidden={!isOpen} className="pr-4 pb-4 pl-[2.625rem]">
        {isOpen && children}
      </div>
    </li>
  )
}
