import { type ComponentProps, isValidElement, type ReactNode } from 'react'
import { type Components, defaultRehypePlugins, defaultRemarkPlugins, Streamdown } from 'streamdown'
import { useMessages } from '../../lib/i18n.ts'
import { CodeBlock } from './code-block.tsx'
import { htmlAsText } from './html-as-text.ts'
import { proseMessages } from './messages.ts'

/** The page has its own headings, so those of an answer begin two levels deeper. */
const components: Components = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  strong: 'strong',
  blockquote: 'blockquote',
  hr: 'hr',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  sup: 'sup',
  sub: 'sub',
  section: 'section',
  inlineCode: ({ node: _, children }) => <code>{children}</code>,
  a: ({ node: _, href, children }) => <Anchor href={href}>{children}</Anchor>,
  img: ({ node: _, src, alt }) => <Picture src={src} alt={alt} />,
  pre: ({ children }) => <Fence>{children}</Fence>,
  code: 'code',
  input: ({ checked }) => <Task isDone={checked === true} />,
  table: ({ node: _, children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="table-frame" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

const remarkPlugins = [...Object.values(defaultRemarkPlugins), htmlAsText]
const { sanitize } = defaultRehypePlugins
if (!sanitize) throw new Error('The Markdown renderer has lost its sanitizer.')
const rehypePlugins = [sanitize]

export function Markdown({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  return (
    <Streamdown
      className="markdown"
      components={components}
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      controls={false}
      linkSafety={{ enabled: false }}
      isAnimating={isStreaming}
    >
      {text}
    </Streamdown>
  )
}

function Anchor({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>
  const isHere = /^[/#](?![/\\])/.test(href)
  return (
    <a href={href} {...(isHere ? {} : { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  )
}

/** A picture from elsewhere would tell its server what the answer says, so it stays a link until it is asked for. */
function Picture({ src, alt }: Pick<ComponentProps<'img'>, 'src' | 'alt'>) {
  if (typeof src !== 'string') return null
  if ((src.startsWith('/') && !src.startsWith('//')) || src.startsWith('data:image/'))
    return <img src={src} alt={alt ?? ''} />
  return <Anchor href={src}>{alt || src}</Anchor>
}

function Task({ isDone }: { isDone: boolean }) {
  const words = useMessages(proseMessages)
  return <input type="checkbox" disabled checked={isDone} aria-label={isDone ? words.tasks.done : words.tasks.open} />
}

function Fence({ children }: { children?: ReactNode }) {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return <pre>{children}</pre>
  const { className, children: code } = children.props
  const language = className?.match(/language-(\S+)/)?.[1]
  return <CodeBlock code={textOf(code).replace(/\n$/, '')} language={language} />
}

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('')
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}
