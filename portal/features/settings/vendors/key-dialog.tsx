import { useState } from 'react'
import type { Provider } from '#contracts/models.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../lib/refusal.ts'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { vendorLabel } from '../../models/vendor-label.ts'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { vendorMessages } from './messages.ts'
import { useUpdateProvider } from './use-providers.ts'

export function KeyDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const words = useMessages(vendorMessages)
  const isCustom = provider.provider === 'custom'
  const [key, setKey] = useState('')
  const [address, setAddress] = useState(provider.base_url ?? '')
  const { mutate, error, isPending } = useUpdateProvider(provider)
  const save = () => {
    const api_key = key.trim()
    const changes = { ...(api_key && { api_key }), ...(isCustom && { base_url: address.trim() || null }) }
    const onSuccess = () => {
      onClose()
      showToast(words.saved(vendorLabel(provider.provider)))
    }
    // An empty key is sent as one, so that the server says what is missing in its own words.
    mutate(isCustom || api_key ? changes : { api_key: '' }, { onSuccess })
  }
  return (
    <FormDialog
      title={words.setTitle(vendorLabel(provider.provider))}
      text={isCustom ? words.customText : words.setText}
      busy={isPending}
      problem={problemBeside(['api_key', 'base_url'], error, words.saveFailed)}
      onSubmit={save}
      onClose={onClose}
    >
      {isCustom && (
        <TextField
          autoFocus
          label={words.address}
          hint={words.addressHint}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={issueOf(error, 'base_url')}
        />
      )}
      <TextField
        autoFocus={!isCustom}
        label={words.key}
        hint={isCustom ? (provider.has_own_key ? words.keyAgain : words.keyHint) : undefined}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        error={issueOf(error, 'api_key')}
      />
    </FormDialog>
  )
}
