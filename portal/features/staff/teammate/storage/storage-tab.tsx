import type { TabProps } from '../use-teammate-form.ts'
import { Folders } from './folders.tsx'

/** The folders that are shared with a teammate. */
export const StorageTab = ({ teammate }: TabProps) => <Folders teammate={teammate} />
