import { NavigationButton } from '../navigation.tsx'
import { Missing } from './missing-page.tsx'

/** For a person who is signed in: the navigation stays. */
export function MissingInside() {
  return (
    <>
      <header className="flex h-14 shrink-0 items-center px-3">
        <NavigationButton />
      </header>
      <Missing />
    </>
  )
}
