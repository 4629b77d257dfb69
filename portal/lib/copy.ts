import { useEffect, useState } from 'react'

/** Copies a text and says so for two seconds; false where it could not. A browser that denies the clipboard leaves it as it was. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    const written = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setCopied(written ?? false)
    return written ?? false
  }
  return { copied, copy }
}
