import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { ConnectorFacts, type Facts, HealthBadge } from './connector-facts.tsx'
import { connectorMessages } from './messages.ts'

type ConnectorRowProps = {
  connector: Facts & { name: string }
  /** Where it leads: an address, or the name of a service. */
  place: string
  actions?: ReactNode
  /** What is shown when it is opened. */
  children: ReactNode
}

/** A connector with its state; opened, with its tools. */
export function ConnectorRow({ connector, place, actions, children }: ConnectorRowProps) {
  const words = useMessages(connectorMessages)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div className="relative flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5">
        <div className="flex min-w-0 grow basis-64 items-start gap-2.5">
          <button
            type="button"
            aria-label={words.toolsOf(connector.name)}
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
              <h3 className="truncate text-sm font-medium">{connector.name}</h3>
              <HealthBadge health={connector.health} />
            </div>
            <span className="mt-0.5 block truncate font-mono text-xs text-muted">{place}</span>
            <ConnectorFacts {...connector} />
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
