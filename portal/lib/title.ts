import { useEffect } from 'react'
import { brand } from './brand.ts'

export function useTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = page ? `${page} · ${brand}` : brand
  }, [page])
}
