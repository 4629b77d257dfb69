import { Link } from '@tanstack/react-router'
import { useMessages } from '../../lib/i18n.ts'
import { Tabs, tabClass } from '../page-parts/tabs.tsx'
import { staffMessages } from './messages.ts'

export function StaffTabs() {
  const words = useMessages(staffMessages)
  const tab = { className: tabClass, activeOptions: { exact: true } }
  return (
    <Tabs label={words.parts}>
      <li>
        <Link to="/staff" {...tab}>
          {words.teammates}
        </Link>
      </li>
      <li>
        <Link to="/staff/people" {...tab}>
          {words.people}
        </Link>
      </li>
    </Tabs>
  )
}
