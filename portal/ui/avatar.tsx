import { useState } from 'react'
import { classNames } from './class-names.ts'

const sizes = {
  tiny: 'size-5 text-[0.5625rem]',
  small: 'size-6 text-[0.625rem]',
  medium: 'size-8 text-2xs',
  large: 'size-14 text-lg',
}

/** A picture, or the initials on a color that belongs to the name. Decoration: the name is beside it. */
export function Avatar({
  name,
  picture,
  size = 'medium',
}: {
  name: string
  picture?: string | null
  size?: keyof typeof sizes
}) {
  const [broken, setBroken] = useState(false)
  const shape = classNames('shrink-0 rounded-full select-none', sizes[size])
  if (picture && !broken)
    return <img src={picture} alt="" onError={() => setBroken(true)} className={classNames(shape, 'object-cover')} />

  return (
    <span
      aria-hidden
      className={classNames(shape, 'avatar inline-flex items-center justify-center font-semibold')}
      style={{ '--hue': hueOf(name) }}
    >
      {initialsOf(name)}
    </span>
  )
}

function initialsOf(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = others.at(-1) ?? ''
  return ([...first][0] ?? '').concat([...last][0] ?? '').toUpperCase()
}

function hueOf(name: string): number {
  let sum = 7
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 3600
  return (sum % 12) * 30
}
