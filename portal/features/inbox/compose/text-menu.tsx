import { Avatar } from '../../../ui/avatar.tsx'
import { CaretList } from '../../../ui/caret-list.tsx'
import type { TextMenuState } from './use-text-menu.ts'

export function TextMenu({ menu }: { menu: TextMenuState }) {
  return (
    <CaretList
      label={menu.label}
      menu={menu}
      mark={({ person }) => person && <Avatar name={person.name} picture={person.picture} size="small" />}
    />
  )
}
