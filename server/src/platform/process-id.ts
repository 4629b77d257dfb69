import { newId } from './id.ts'

/** This process, as the holder of leases and the sender of broadcasts. */
export const processId = newId()
