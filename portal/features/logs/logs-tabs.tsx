import { Link } from '@tanstack/react-router'
import { useMessages } from '../../lib/i18n.ts'
import { Tabs, tabClass } from '../page-parts/tabs.tsx'
import { logMessages } from './messages.ts'

/** What ran, and what all of it used. */
export function LogsTabs() {
  const words = useMessages(logMessages)
  return (
    <Tabs label={words.sections}>
      <li>
        <Link to="/logs" className={tabClass}>
          {words.runs}
        </Link>
      </li>
      <li>
        <Link to="/usage" className={tabClass}>
          {words.usage}
        </Link>
      </li>
    </Tabs>
  )
}
