import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { logMessages } from './messages.ts'

/** Whether new runs come into the list as they begin and end. */
export function LiveSwitch({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  const words = useMessages(logMessages)
  return (
    <Button size="small" aria-pressed={isLive} title={words.liveText} onClick={() => onChange(!isLive)}>
      <span aria-hidden className={classNames('size-2 rounded-full', isLive ? 'bg-positive' : 'bg-line-strong')} />
      {words.live}
    </Button>
  )
}
