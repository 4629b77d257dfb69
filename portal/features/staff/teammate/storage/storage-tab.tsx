import type { TabProps } from '../use-teammate-form.ts'
import { Folders } from './folders.tsx'

/** What of the organization's files a teammate works with. */
export const StorageTab = ({ teammate }: TabProps) => <Folders teammate={teammate} />
