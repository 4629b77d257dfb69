import { useEffect } from 'react'
import { brand } from './brand.ts'

let shown: string | undefined
let waiting = 0

function show(): void {
  const title = shown ? `${shown} · ${brand}` : brand
  document.title = waiting > 0 ? `(${waiting}) ${title}` : title
}

export function useTitle(page: string | undefined): void {
  useEffect(() => {
    shown = page
    show()
  }, [page])
}

/** How much waits for the person, whichever page is shown. */
export function countInTitle(count: number): void {
  waiting = count
  show()
}
