import { Building2 } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Brand } from '../brand.tsx'
import { shellMessages } from '../messages.ts'
import { useLogOut } from '../use-log-out.ts'
import { errorPageMessages } from './messages.ts'

export function NoOrganizationPage() {
  const words = useMessages(errorPageMessages)
  const { logOut: logOutLabel } = useMessages(shellMessages)
  const logOut = useLogOut()
  return (
    <main className="flex h-full flex-col bg-canvas">
      <Brand className="p-4" />
      <EmptyState icon={<Building2 aria-hidden />} title={words.noOrganization.title} text={words.noOrganization.text}>
        <Button onClick={logOut}>{logOutLabel}</Button>
      </EmptyState>
    </main>
  )
}
