import { useMessages } from '../../lib/i18n.ts'
import { PageTabs } from '../page-parts/tabs.tsx'
import { staffMessages } from './messages.ts'
import { useStaffParts } from './use-staff-parts.ts'

export function StaffTabs() {
  const words = useMessages(staffMessages)
  return <PageTabs label={words.parts} parts={useStaffParts().parts} />
}
