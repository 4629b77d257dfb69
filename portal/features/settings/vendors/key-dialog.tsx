import { type FormEvent, useId, useState } from 'react'
import type { Provider, UpdateProvider } from '#contracts/models.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { isAboutFields, issueOf, sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { vendorMessages } from './messages.ts'
import { useUpdateProvider } from './use-providers.ts'

type KeyDialogProps = { provider: Provider; open: boolean; onOpenChange: (open: boolean) => void }

export function KeyDialog({ provider, open, onOpenChange }: KeyDialogProps) {
  const words = useMessages(vendorMessages)
  const parts = useMessages(partMessages)
  const form = useId()
  const update = useUpdateProvider(provider)
  const change = (next: boolean) => {
    update.reset()
    onOpenChange(next)
  }
  const save = (changes: UpdateProvider) =>
    update.mutate(changes, {
      onSuccess: () => {
        change(false)
        showToast(words.saved(provider.label))
      },
    })
  const { error } = update
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={words.setTitle(provider.label)}
      text={provider.provider === 'custom' ? words.customText : words.setText}
      closeLabel={parts.close}
      footer={
        <>
          <Button onClick={() => change(false)}>{parts.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={update.isPending}>
            {words.save}
          </Button>
        </>
      }
    >
      <Fields id={form} provider={provider} error={error} onSave={save} />
      {error && !isAboutFields(error, ['api_key', 'base_url']) && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {sentenceOf(error, words.saveFailed)}
        </p>
      )}
    </Dialog>
  )
}

type FieldsProps = { id: string; provider: Provider; error: Error | null; onSave: (changes: UpdateProvider) => void }

/** Apart, so that a key is forgotten with the dialog that it was typed into. */
function Fields({ id, provider, error, onSave }: FieldsProps) {
  const words = useMessages(vendorMessages)
  const isCustom = provider.provider === 'custom'
  const [key, setKey] = useState('')
  const [address, setAddress] = useState(provider.base_url ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const api_key = key.trim()
    const changes: UpdateProvider = {
      ...(api_key && { api_key }),
      ...(isCustom && { base_url: address.trim() || null }),
    }
    // An empty key is sent as one, so that the server says what is missing in its own words.
    onSave(isCustom || api_key ? changes : { api_key: '' })
  }
  return (
    <form id={id} onSubmit={submit} className="space-y-4">
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
    </form>
  )
}
