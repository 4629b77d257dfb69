import { Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { Page } from '../shell/page.tsx'

type ReturnPageProps = {
  /** Where the browser comes from. */
  party: string
  waiting: string
  failed: string
  /** Absent as long as nothing has failed. */
  problem: string | null
  /** The way back. */
  children: ReactNode
}

/** What is shown between a provider and the page to which it leads. */
export function ReturnPage({ party, waiting, failed, problem, children }: ReturnPageProps) {
  return (
    <Page title={problem === null ? waiting : party}>
      {problem === null ? (
        <WaitingRows />
      ) : (
        <EmptyState alert icon={<Unplug aria-hidden />} title={failed} text={problem}>
          {children}
        </EmptyState>
      )}
    </Page>
  )
}
