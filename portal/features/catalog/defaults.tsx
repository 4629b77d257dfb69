import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlatformSettings } from '#contracts/catalog.ts'
import * as catalogPaths from '#contracts/paths/catalog.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useMessages } from '../../lib/i18n.ts'
import { setFromResponse } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChatModelPicker } from '../models/chat-model-picker.tsx'
import { usePlatformSettings } from '../models/use-catalog.ts'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { UnsavedBar } from '../page-parts/unsaved-bar.tsx'
import { WaitingForm } from '../page-parts/waiting.tsx'
import { catalogMessages } from './messages.ts'

export function Defaults() {
  const words = useMessages(catalogMessages)
  const settings = usePlatformSettings()
  if (settings.data) return <Fallbacks saved={settings.data} />
  return settings.isError ? <LoadFailed title={words.defaultsFailed} query={settings} /> : <WaitingForm />
}

function Fallbacks({ saved }: { saved: PlatformSettings }) {
  const words = useMessages(catalogMessages)
  const parts = useMessages(partMessages)
  const client = useQueryClient()
  const { values, changes, isDirty, set, reset, markSaved } = useForm<PlatformSettings>(saved)
  const save = useMutation({
    mutationFn: (sent: Partial<PlatformSettings>) => call(catalogPaths.updatePlatformSettings, { body: sent }),
    onSuccess: (saved, sent) => {
      setFromResponse(client, queryKeys.admin.settings, saved)
      markSaved(sent)
      showToast(words.saved(words.defaults))
    },
  })
  const { fallback_model_1, fallback_model_2 } = values
  return (
    <>
      <Section title={words.defaults} text={words.defaultsText}>
        <div className="max-w-xl space-y-6">
          <ChatModelPicker
            label={words.fallback1}
            hint={words.fallback1Hint}
            auto={{ label: words.none, note: '' }}
            value={fallback_model_1}
            onChange={(id) => set({ fallback_model_1: id })}
          />
          <ChatModelPicker
            label={words.fallback2}
            hint={words.fallback2Hint}
            auto={{ label: words.none, note: '' }}
            value={fallback_model_2}
            onChange={(id) => set({ fallback_model_2: id })}
          />
          {fallback_model_1 !== null && fallback_model_1 === fallback_model_2 && (
            <Notice tone="warning">{words.sameFallback}</Notice>
          )}
        </div>
      </Section>
      <UnsavedBar
        isDirty={isDirty}
        busy={save.isPending}
        problem={save.error ? sentenceOf(save.error, parts.saveFailed) : undefined}
        onSave={() => save.mutate(changes)}
        onDiscard={() => {
          reset()
          save.reset()
        }}
      />
    </>
  )
}
