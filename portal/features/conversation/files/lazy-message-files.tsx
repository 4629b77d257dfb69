import { Suspense } from 'react'
import { preloadable, usePart } from '../../../lib/preloadable.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import type { MessageFilesProps } from './message-files.tsx'

const messageFiles = preloadable(() =>
  whenReachable(() => import('./message-files.tsx')).then((module) => module.MessageFiles),
)

export const preloadMessageFiles = messageFiles.preload

export function MessageFiles(props: MessageFilesProps) {
  const Files = usePart(messageFiles)
  return (
    <Suspense>
      <Files {...props} />
    </Suspense>
  )
}
