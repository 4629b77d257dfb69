import { useMessages } from '../../../lib/i18n.ts'
import { DialogPanel } from '../../../ui/dialog-panel.tsx'
import { KeyNames } from '../../../ui/kbd.tsx'
import { paletteMessages } from './messages.ts'

const keys = {
  palette: ['Mod+K'],
  keys: ['?'],
  chats: ['Alt+C'],
  send: ['Enter'],
  newLine: ['Shift+Enter', 'Alt+Enter'],
  recall: ['ArrowUp', 'ArrowDown'],
  mention: ['@', '#'],
  stop: ['Escape'],
  save: ['Mod+S'],
  nextConversation: ['J', 'K', 'ArrowDown', 'ArrowUp'],
  takeOverConversation: ['T'],
  handBackConversation: ['B'],
  replyInbox: ['R'],
  noteInbox: ['N'],
  resolveInbox: ['E'],
  snoozeInbox: ['S'],
  spamInbox: ['!'],
  searchInbox: ['/'],
  filterInbox: ['0', '1', '2', '3', '4', '5'],
  leaveInbox: ['Escape'],
  openEntry: ['Enter'],
  selectEntry: ['Space', 'Mod+A'],
  renameEntry: ['F2'],
  deleteEntry: ['Delete'],
  placeEntries: ['Mod+C', 'Mod+X', 'Mod+V'],
  upFolder: ['Backspace', 'Alt+ArrowUp'],
} as const

/** Every key that the portal listens to. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const words = useMessages(paletteMessages)
  return (
    <DialogPanel open onOpenChange={onClose} title={words.keysTitle} closeLabel={words.close} isText>
      <dl className="divide-y divide-line pb-3">
        {(Object.keys(keys) as (keyof typeof keys)[]).map((name) => (
          <div key={name} className="flex items-center justify-between gap-4 py-2 text-sm">
            <dt>{words.keyNames[name]}</dt>
            <dd className="flex gap-2">
              {keys[name].map((combination) => (
                <KeyNames key={combination} keys={combination} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </DialogPanel>
  )
}
