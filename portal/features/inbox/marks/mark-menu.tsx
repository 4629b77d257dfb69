import { AlarmClock, Ban, Check, RotateCcw, SquareCheck } from 'lucide-react'
import type { InboxConversation } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { snoozeChoices } from './marks.ts'
import { markMessages } from './messages.ts'
import { usePuttingAway } from './use-marks.ts'

/** Puts the open conversation away for the person who looks, and takes it out again; by keys too. */
export function MarkMenu({ conversation }: { conversation: InboxConversation }) {
  const words = useMessages(markMessages)
  const { status, putAway, reopen } = usePuttingAway(conversation)
  const tomorrow = () => snoozeChoices(new Date()).find(({ name }) => name === 'tomorrow')
  useShortcut('E', () => (status ? reopen() : putAway('resolved')))
  useShortcut('S', () => putAway('snoozed', tomorrow()?.until))
  useShortcut('!', () => putAway('spam'))
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={words.title} className="pointer-coarse:size-10!">
          <SquareCheck aria-hidden />
        </IconButton>
      }
    >
      {status ? (
        <MenuItem icon={<RotateCcw aria-hidden />} onSelect={reopen}>
          <Keyed name={words.reopen} keys="E" />
        </MenuItem>
      ) : (
        <MenuItem icon={<Check aria-hidden />} onSelect={() => putAway('resolved')}>
          <Keyed name={words.resolve} keys="E" />
        </MenuItem>
      )}
      <MenuSeparator />
      <p className="px-2 pt-1 pb-1 text-2xs font-medium text-faint">{words.snoozeUntil}</p>
      {snoozeChoices(new Date()).map(({ name, until }) => (
        <MenuItem key={name} icon={<AlarmClock aria-hidden />} onSelect={() => putAway('snoozed', until)}>
          <Keyed name={words.snooze[name]} keys={name === 'tomorrow' ? 'S' : undefined} />
        </MenuItem>
      ))}
      {status !== 'spam' && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Ban aria-hidden />} onSelect={() => putAway('spam')}>
            <Keyed name={words.spam} keys="!" />
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <p className="max-w-56 px-2 py-1 text-2xs text-pretty text-faint">
        {words.own}. {words.ownText}
      </p>
    </Menu>
  )
}

function Keyed({ name, keys }: { name: string; keys?: string | undefined }) {
  return (
    <>
      <span className="grow">{name}</span>
      {keys && (
        <span aria-hidden className="max-sm:hidden">
          <Kbd keys={keys} />
        </span>
      )}
    </>
  )
}
