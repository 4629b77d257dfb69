import { CannedReplies } from './canned-replies.tsx'
import { Labels } from './labels.tsx'

/** What people who look after conversations share; for everyone in the organization. */
export function InboxSettings() {
  return (
    <>
      <CannedReplies />
      <Labels />
    </>
  )
}
