import { Suspense } from 'react'
import { preloadable, usePart } from '../../../lib/preloadable.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import type { AttachedFilesProps } from './attached-files.tsx'

const attachedFiles = preloadable(() =>
  whenReachable(() => import('./attached-files.tsx')).then((module) => module.AttachedFiles),
)

/** Fetched with the first file that someone attaches. */
export function AttachedFiles(props: AttachedFilesProps) {
  const Files = usePart(attachedFiles)
  return (
    <Suspense>
      <Files {...props} />
    </Suspense>
  )
}
