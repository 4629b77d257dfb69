import { useState } from 'react'
import type { AiVoice, CreateAiVoice } from '#contracts/catalog.ts'
import { useMessages } from '../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../lib/refusal.ts'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { vendorLabel } from '../models/vendor-label.ts'
import { FormDialog } from '../page-parts/form-dialog.tsx'
import { catalogMessages } from './messages.ts'
import { useSaveItem } from './use-admin-catalog.ts'

type VoiceVendor = CreateAiVoice['provider']

const offered: VoiceVendor[] = ['vendor_1', 'vendor_2', 'vendor_3']

export function VoiceDialog({ voice: saved, onClose }: { voice: AiVoice | null; onClose: () => void }) {
  const words = useMessages(catalogMessages)
  const [provider, setProvider] = useState<AiVoice['provider']>(saved?.provider ?? 'vendor_1')
  const [voice, setVoice] = useState(saved?.voice ?? '')
  const [gender, setGender] = useState(saved?.gender ?? '')
  const save = useSaveItem('voices', saved?.id)
  const vendors: AiVoice['provider'][] = offered.some((each) => each === provider) ? offered : [...offered, provider]
  const isComplete = voice.trim() !== '' && gender.trim() !== ''
  const submit = () => {
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
    <FormDialog
      title={saved ? words.editVoiceTitle : words.addVoiceTitle}
      isReady={isComplete}
      busy={save.isPending}
      problem={problemBeside(['voice', 'gender'], error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}

/** The server keeps voices of more vendors than the dialog offers. */
function isVoiceVendor(provider: AiVoice['provider']): provider is VoiceVendor {
  return provider !== 'vendor_6' && provider !== 'custom'
}
