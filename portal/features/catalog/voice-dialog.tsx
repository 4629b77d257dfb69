import { type FormEvent, useId, useState } from 'react'
import type { AiVoice, CreateAiVoice } from '#contracts/catalog.ts'
import { useMessages } from '../../lib/i18n.ts'
import { isAboutFields, issueOf, sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { vendorLabel } from '../models/model-rules.ts'
import { partMessages } from '../page-parts/messages.ts'
import { catalogMessages } from './messages.ts'
import { useSaveItem } from './use-admin-catalog.ts'

type VoiceVendor = CreateAiVoice['provider']

const offered: VoiceVendor[] = ['vendor_1', 'vendor_2', 'vendor_3']

export function VoiceDialog({ voice: saved, onClose }: { voice: AiVoice | null; onClose: () => void }) {
  const words = useMessages(catalogMessages)
  const parts = useMessages(partMessages)
  const form = useId()
  const [provider, setProvider] = useState<AiVoice['provider']>(saved?.provider ?? 'vendor_1')
  const [voice, setVoice] = useState(saved?.voice ?? '')
  const [gender, setGender] = useState(saved?.gender ?? '')
  const save = useSaveItem('voices', saved?.id)
  const vendors: AiVoice['provider'][] = offered.some((each) => each === provider) ? offered : [...offered, provider]
  const isComplete = voice.trim() !== '' && gender.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || !isVoiceVendor(provider)) return
    save.mutate(
      { provider, voice, gender },
      {
        onSuccess: () => {
          onClose()
          showToast(words.saved(voice))
        },
      },
    )
  }
  const { error } = save
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={saved ? words.editVoiceTitle : words.addVoiceTitle}
      closeLabel={parts.close}
      footer={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending} disabled={!isComplete}>
            {words.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4">
        <Select
          label={words.vendor}
          value={provider}
          options={vendors.map((value) => ({ value, label: vendorLabel(value) }))}
          onChange={setProvider}
        />
        <TextField
          autoFocus
          label={words.voice}
          hint={words.voiceHint}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={voice}
          onChange={(event) => setVoice(event.target.value)}
          error={issueOf(error, 'voice')}
        />
        <TextField
          label={words.gender}
          placeholder={words.genderPlaceholder}
          autoComplete="off"
          maxLength={50}
          value={gender}
          onChange={(event) => setGender(event.target.value)}
          error={issueOf(error, 'gender')}
        />
        {error && !isAboutFields(error, ['voice', 'gender']) && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(error, words.saveFailed)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** The server keeps voices of more vendors than the dialog offers. */
function isVoiceVendor(provider: AiVoice['provider']): provider is VoiceVendor {
  return provider !== 'vendor_6' && provider !== 'custom'
}
