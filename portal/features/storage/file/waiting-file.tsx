import { useMessages } from '../../../lib/i18n.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { partMessages } from '../../page-parts/messages.ts'

export function WaitingFile() {
  const words = useMessages(partMessages)
  return (
    <div className="m-auto p-10 text-faint">
      <Spinner label={words.loading} />
    </div>
  )
}
