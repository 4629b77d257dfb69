import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'

/** The way from one of many back to all of them, before the title of its page. */
export function BackLink({ label, ...link }: { label: string } & Pick<LinkProps, 'to' | 'search'>) {
  return (
    <Link
      {...link}
      aria-label={label}
      title={label}
      className={`${buttonClass({ look: 'quiet' })} size-8 shrink-0 px-0! md:-ml-2 pointer-coarse:size-10 [&_svg]:size-4`}
    >
      <ArrowLeft aria-hidden />
    </Link>
  )
}
