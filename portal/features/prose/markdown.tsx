import { type ComponentProps, isValidElement, type ReactNode, useMemo } from 'react'
import {
  type Components,
  defaultRehypePlugins,
  defaultRemarkPlugins,
  Streamdown,
  useIsCodeFenceIncomplete,
} from 'streamdown'
import { useMessages } from '../../lib/i18n.ts'
import { ScrollingSection } from '../../ui/scrolling.tsx'
import { citedFile } from './citation.ts'
import { CitationLink } from './citation-link.tsx'
import { CodeBlock } from './code-block.tsx'
import { Diagram } from './diagrams/diagram.tsx'
import { Formula } from './formulas/formula.tsx'
import { formulaOf, markFormulas } from './formulas/mark-formulas.ts'
import { htmlAsText } from './html-as-text.ts'
import { linkCitations } from './link-citations.ts'
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
  inlineCode: ({ node: _, children }) => <InlineCode>{children}</InlineCode>,
  a: ({ node: _, href, children }) => <Anchor href={href}>{children}</Anchor>,
  img: ({ node: _, src, alt }) => <Picture src={src} alt={alt} />,
  pre: ({ children }) => <Fence>{children}</Fence>,
  code: 'code',
  input: ({ checked }) => <Task isDone={checked === true} />,
  table: ({ node: _, children }) => <Table>{children}</Table>,
}

const remarkPlugins = [...Object.values(defaultRemarkPlugins), htmlAsText]
const remarkWithCitations = [...remarkPlugins, linkCitations]
const { sanitize } = defaultRehypePlugins
if (!sanitize) throw new Error('The Markdown renderer has lost its sanitizer.')
const rehypePlugins = [sanitize]

type MarkdownProps = { text: string; isStreaming: boolean; linksFiles: boolean }

/** What a model wrote: Markdown with citations, code, formulas and diagrams, none of which may run or fetch anything. */
export function Markdown({ text, isStreaming, linksFiles }: MarkdownProps) {
  const shown = useMemo(() => markFormulas(text, isStreaming), [text, isStreaming])
  return (
    <Streamdown
      className="markdown"
      components={components}
      remarkPlugins={linksFiles ? remarkWithCitations : remarkPlugins}
      rehypePlugins={rehypePlugins}
      controls={false}
      linkSafety={{ enabled: false }}
      isAnimating={isStreaming}
    >
      {shown}
    </Streamdown>
  )
}

function InlineCode({ children }: { children: ReactNode }) {
  const formula = formulaOf(textOf(children))
  return formula ? <Formula {...formula} /> : <code>{children}</code>
}

function Table({ children }: { children: ReactNode }) {
  const words = useMessages(proseMessages)
  return (
    <ScrollingSection className="table-frame scroll-frame" label={words.table}>
      <table>{children}</table>
    </ScrollingSection>
  )
}

function Anchor({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>
  const cited = citedFile(href)
  if (cited)
    return (
      <CitationLink href={href} cited={cited}>
        {children}
      </CitationLink>
    )
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
  const isIncomplete = useIsCodeFenceIncomplete()
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return <pre>{children}</pre>
  const { className, children: code } = children.props
  const language = className?.match(/language-(\S+)/)?.[1]
  const text = textOf(code).replace(/\n$/, '')
  if (language === 'mermaid' && !isIncomplete) return <Diagram code={text} />
  if (language === 'math' && !isIncomplete) return <Formula tex={text} kind="display" />
  return <CodeBlock code={text} language={language} />
}

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('')
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}
