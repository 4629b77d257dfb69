import { useMessages } from '../../../../lib/i18n.ts'
import { Picker } from '../../../../ui/picker.tsx'
import { useTeammates } from '../../../teammates/use-teammates.ts'
import { webchatMessages } from '../messages.ts'

/** Those who may answer visitors: a personal assistant answers nobody but its person. */
export function useAnsweringTeammates() {
  const teammates = useTeammates()
  return { ...teammates, data: teammates.data?.filter(({ is_system }) => !is_system) }
}

type TeammatePickerProps = { value: string; error?: string | undefined; onChange: (id: string) => void }

export function TeammatePicker({ value, error, onChange }: TeammatePickerProps) {
  const words = useMessages(webchatMessages)
  const { data: teammates = [] } = useAnsweringTeammates()
  return (
    <Picker
      label={words.teammate}
      hint={words.teammateHint}
      error={error}
      words={{ find: words.findTeammate, none: words.noTeammate }}
      value={value}
      placeholder={words.chooseTeammate}
      options={teammates.map(({ id, name, role }) => ({ value: id, label: name, keywords: role, detail: role }))}
      onChange={onChange}
    />
  )
}
