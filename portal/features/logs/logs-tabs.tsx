import { useMessages } from '../../lib/i18n.ts'
import { PageTabs } from '../page-parts/tabs.tsx'
import { logMessages } from './messages.ts'
import { useLogsParts } from './use-logs-parts.ts'

export function LogsTabs() {
  const words = useMessages(logMessages)
  return <PageTabs label={words.sections} parts={useLogsParts().parts} />
}
