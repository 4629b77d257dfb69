import { AudioLines, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { AiVoice } from '#contracts/catalog.ts'
import { hasWords } from '#contracts/fold-text.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { modelMessages } from '../models/messages.ts'
import { genderLabel } from '../models/model-rules.ts'
import { vendorLabel } from '../models/vendor-label.ts'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { ActionsTh } from '../page-parts/table-heads.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { DeleteItem } from './delete-item.tsx'
import { catalogMessages } from './messages.ts'
import { RowActions } from './row-actions.tsx'
import { useAdminList } from './use-admin-catalog.ts'
import { VoiceDialog } from './voice-dialog.tsx'

export function Voices() {
  const words = useMessages(catalogMessages)
  const { genders } = useMessages(modelMessages)
  const genderOf = (voice: AiVoice) => genderLabel(voice.gender, genders)
  const voices = useAdminList('voices')
  const [wanted, setWanted] = useState('')
  /** `null` is a voice that is being added. */
  const [edited, setEdited] = useState<AiVoice | null | undefined>(undefined)
  const [doomed, setDoomed] = useState<AiVoice | undefined>(undefined)
  if (!voices.data) return voices.isError ? <LoadFailed title={words.voicesFailed} query={voices} /> : <WaitingRows />

  const found = voices.data.data.filter((each) =>
    hasWords(`${each.voice} ${genderOf(each)} ${vendorLabel(each.provider)}`, wanted),
  )
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3">
        <SearchField label={words.findVoice} value={wanted} onChange={setWanted} className="grow sm:max-w-xs" />
        <Button look="primary" onClick={() => setEdited(null)}>
          <Plus aria-hidden className="size-4" />
          {words.addVoice}
        </Button>
      </div>
      {voices.data.data.length === 0 ? (
        <EmptyState icon={<AudioLines aria-hidden />} title={words.noVoices} text={words.noVoicesText} />
      ) : found.length === 0 ? (
        <EmptyState icon={<SearchX aria-hidden />} title={words.noneFound} text={words.noneFoundText} />
      ) : (
        <Table caption={words.voices}>
          <thead>
            <tr>
              <Th>{words.voice}</Th>
              <Th>{words.vendor}</Th>
              <Th>{words.gender}</Th>
              <ActionsTh />
            </tr>
          </thead>
          <tbody>
            {found.map((voice) => (
              <tr key={voice.id} className="hover:bg-hover">
                <Td className="font-medium">{voice.voice}</Td>
                <Td className="text-muted">{vendorLabel(voice.provider)}</Td>
                <Td className="text-muted">{genderOf(voice)}</Td>
                <RowActions name={voice.voice} onEdit={() => setEdited(voice)} onDelete={() => setDoomed(voice)} />
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {edited !== undefined && (
        <VoiceDialog key={edited?.id ?? 'new'} voice={edited} onClose={() => setEdited(undefined)} />
      )}
      {doomed && (
        <DeleteItem
          kind="voices"
          item={{ id: doomed.id, name: doomed.voice }}
          title={words.deleteVoiceTitle(doomed.voice)}
          text={words.deleteVoiceText}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}
