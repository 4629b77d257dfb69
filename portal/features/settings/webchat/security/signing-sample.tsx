import { useState } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { Segmented } from '../../../../ui/segmented.tsx'
import { CodeSample } from '../../../page-parts/code-sample.tsx'
import { webchatMessages } from '../messages.ts'

const SAMPLES = {
  node: {
    label: 'Node.js',
    code: `import { createHmac } from 'node:crypto'

const external_id = String(user.id)
const identity_hash = createHmac('sha256', process.env.WEBCHAT_SECRET)
  .update(external_id)
  .digest('hex')`,
  },
  php: {
    label: 'PHP',
    code: `$external_id = (string) $user->id;
$identity_hash = hash_hmac('sha256', $external_id, getenv('WEBCHAT_SECRET'));`,
  },
  python: {
    label: 'Python',
    code: `import hashlib, hmac, os

external_id = str(user.id)
identity_hash = hmac.new(
    os.environ["WEBCHAT_SECRET"].encode(), external_id.encode(), hashlib.sha256
).hexdigest()`,
  },
} as const
type Language = keyof typeof SAMPLES

/** Where the page passes on what its server has signed. */
const ON_PAGE = `ChatWidget.init({
  apiKey: '…',
  eventId: '…',
  contact: { external_id, identity_hash },
})`

/** How a customer's server proves to us who their visitor is. */
export function SigningSample() {
  const words = useMessages(webchatMessages)
  const [language, setLanguage] = useState<Language>('node')
  const choices = (Object.keys(SAMPLES) as Language[]).map((value) => ({ value, label: SAMPLES[value].label }))
  return (
    <div>
      <h3 className="text-sm font-medium">{words.signing}</h3>
      <p className="mt-1 mb-3 text-xs text-pretty text-muted">{words.signingText}</p>
      <Segmented label={words.signingLanguage} value={language} choices={choices} onChange={setLanguage} />
      <div className="mt-3 space-y-3">
        <CodeSample label={words.onServer} copyLabel={words.copyServerSample} text={SAMPLES[language].code} />
        <CodeSample label={words.onPage} copyLabel={words.copyPageSample} text={ON_PAGE} />
      </div>
    </div>
  )
}
