import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { AskFirst } from '../../page-parts/ask-first.tsx'
import { CopyRow } from '../../page-parts/copy-row.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { ManagersOnly } from '../../page-parts/managers-only.tsx'
import { WaitingForm } from '../../page-parts/waiting.tsx'
import { keyMessages } from './messages.ts'
import { type KeyKind, useFetchPrivateKey, useKeys, useRotateKey } from './use-keys.ts'

export function Keys() {
  return (
    <ManagersOnly>
      <KeyRows />
    </ManagersOnly>
  )
}

function KeyRows() {
  const words = useMessages(keyMessages)
  const keys = useKeys()
  const fetchPrivateKey = useFetchPrivateKey()
  if (!keys.data) return keys.isError ? <LoadFailed title={words.failed} query={keys} /> : <WaitingForm />
  return (
    <Section title={words.title} text={words.text}>
      <div className="max-w-2xl space-y-7">
        <CopyRow
          label={words.private}
          hint={words.privateHint}
          text={keys.data.private_api_key}
          copied={fetchPrivateKey}
          copyLabel={words.copyPrivate}
          actions={<Rotate kind="private" />}
        />
        <CopyRow
          label={words.public}
          hint={words.publicHint}
          text={keys.data.public_api_key}
          copyLabel={words.copyPublic}
          actions={<Rotate kind="public" />}
        />
      </div>
    </Section>
  )
}

function Rotate({ kind }: { kind: KeyKind }) {
  const words = useMessages(keyMessages)
  const [asking, setAsking] = useState(false)
  const rotate = useRotateKey()
  const isPrivate = kind === 'private'
  return (
    <>
      <Button
        size="small"
        aria-label={isPrivate ? words.rotatePrivate : words.rotatePublic}
        onClick={() => setAsking(true)}
      >
        {words.rotate}
      </Button>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        title={isPrivate ? words.rotatePrivateTitle : words.rotatePublicTitle}
        text={isPrivate ? words.rotatePrivateText : words.rotatePublicText}
        action={words.rotate}
        work={() => rotate.mutateAsync(kind)}
        done={words.rotated}
        failed={words.rotateFailed}
      />
    </>
  )
}
