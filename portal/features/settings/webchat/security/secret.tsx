import { useState } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { AskFirst } from '../../../page-parts/ask-first.tsx'
import { CopyRow } from '../../../page-parts/copy-row.tsx'
import { webchatMessages } from '../messages.ts'
import { useFetchSecret, useRotateSecret } from '../use-webchat.ts'

const MASK = '•'.repeat(24)

/** Masked until someone asks for it. */
export function Secret() {
  const words = useMessages(webchatMessages)
  const fetchSecret = useFetchSecret()
  const [shown, setShown] = useState<string | null>(null)
  const [isFetching, setFetching] = useState(false)
  const show = async () => {
    setFetching(true)
    try {
      setShown(await fetchSecret())
    } catch (error) {
      showToast(error instanceof Error ? sentenceOf(error, words.secretFailed) : words.secretFailed)
    } finally {
      setFetching(false)
    }
  }
  return (
    <CopyRow
      label={words.secret}
      hint={words.secretHint}
      text={shown ?? MASK}
      copied={fetchSecret}
      copyLabel={words.copySecret}
      actions={
        <>
          <Button
            size="small"
            aria-label={shown ? words.hideSecret : words.showSecret}
            busy={isFetching}
            onClick={() => (shown ? setShown(null) : show())}
          >
            {shown ? words.hide : words.show}
          </Button>
          <Rotate onRotated={(secret) => setShown((before) => before && secret)} />
        </>
      }
    />
  )
}

function Rotate({ onRotated }: { onRotated: (secret: string) => void }) {
  const words = useMessages(webchatMessages)
  const [isAsking, setAsking] = useState(false)
  const rotate = useRotateSecret()
  const work = async () => onRotated((await rotate.mutateAsync()).identity_secret)
  return (
    <>
      <Button size="small" aria-label={words.rotateSecret} onClick={() => setAsking(true)}>
        {words.rotate}
      </Button>
      <AskFirst
        open={isAsking}
        onOpenChange={setAsking}
        title={words.rotateTitle}
        text={words.rotateText}
        action={words.rotate}
        work={work}
        done={words.rotated}
        failed={words.rotateFailed}
      />
    </>
  )
}
