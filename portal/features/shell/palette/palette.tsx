import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { hasWords } from '#contracts/fold-text.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Option } from '../../../ui/option.tsx'
import { useOptions } from '../../../ui/use-options.ts'
import { shellMessages } from '../messages.ts'
import type { Command } from './command.ts'
import { paletteMessages } from './messages.ts'
import { useCommands } from './use-commands.tsx'

/** Everything one can go to or do, found by typing. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const words = useMessages(paletteMessages)
  const { palette: title } = useMessages(shellMessages)
  const [wanted, setWanted] = useState('')
  const commands = useCommands(wanted, onKeys)
  const found = commands.filter(
    (command) => command.isFound || hasWords(`${command.label} ${command.keywords ?? ''}`, wanted),
  )
  const choose = (command: Command) => {
    onClose()
    command.run()
  }
  const list = useOptions(found, { idOf: ({ id }) => id, onChoose: choose })
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-[fade_120ms] bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[12dvh] z-50 mx-auto flex max-h-[70dvh] max-w-xl animate-[appear_120ms_ease-out] flex-col overflow-hidden rounded-2xl border border-line bg-raised shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <div className="relative shrink-0 border-b border-line">
            <Search aria-hidden className="absolute top-4 left-4 size-4 text-faint" />
            <input
              {...list.field}
              aria-label={words.find}
              placeholder={words.find}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              onKeyDown={list.onKey}
              className="h-12 w-full bg-transparent pr-4 pl-11 text-base outline-none placeholder:text-faint"
            />
          </div>
          <div role="listbox" id={list.listId} aria-label={title} className="min-h-0 overflow-y-auto p-1.5">
            {found.map((command, index) => (
              <div key={command.id} role="presentation">
                {command.group !== found[index - 1]?.group && (
                  <div role="presentation" className="px-2.5 pt-2.5 pb-1 text-2xs font-medium text-faint">
                    {command.group}
                  </div>
                )}
                <Option
                  list={list}
                  item={command}
                  onChoose={choose}
                  className="h-9 gap-3 rounded-lg px-2.5 text-sm [&>svg]:size-4 [&>svg]:text-faint"
                >
                  {command.icon}
                  <span className="min-w-0 grow truncate">{command.label}</span>
                  {command.note && (
                    <span className="max-w-40 shrink-0 truncate text-xs text-muted">{command.note}</span>
                  )}
                </Option>
              </div>
            ))}
            {found.length === 0 && <p className="px-2.5 py-4 text-sm text-muted">{words.none}</p>}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
