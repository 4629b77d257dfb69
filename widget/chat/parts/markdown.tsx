// biome-ignore-all lint/suspicious/noArrayIndexKey: pieces of a text have no other name than their place
import { Lexer, type Token, type Tokens } from 'marked'
import { Component, type ComponentChildren, Fragment } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { getWords } from '../words/words.ts'
import { closeMarks } from './close-marks.ts'
import { Icon } from './icon.tsx'

/** Every entity that the browser knows, one at a time: nothing else of the text is read as markup. */
const decoded = (text: string): string =>
  text.replace(/&#?\w+;/g, (entity) => {
    const character = new DOMParser().parseFromString(`.${entity}`, 'text/html').body.textContent.slice(1)
    // A browser also reads what only begins with the name of one, such as `&notin` within a longer word.
    return character.length > 2 ? entity : character
  })

/** Only what leads to a page or a letter; everything else stays text. */
export function safeHref(href: string): string | null {
  const url = URL.parse(href)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

function Picture({ href, text }: { href: string; text: string }) {
  const [isWanted, want] = useState(false)
  const url = URL.parse(href, location.href)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return <>{text}</>
  // The server of a picture learns who looks at it, so that one of another site is fetched only when it is wanted.
  if (isWanted || url.origin === location.origin)
    return <img src={url.href} alt={text} loading="lazy" referrerpolicy="no-referrer" />
  return (
    <button type="button" class="picture" onClick={() => want(true)}>
      <Icon name="image" size={16} />
      {getWords().showImage(url.host)}
    </button>
  )
}

const inline = (tokens: Token[] | undefined): ComponentChildren =>
  tokens?.map((token, index) => <Fragment key={index}>{inlineOf(token)}</Fragment>)

/** Builds elements and never markup: what an answer says as HTML is shown as the text that it is. */
function inlineOf(token: Token): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>
    case 'em':
      return <em>{inline(token.tokens)}</em>
    case 'del':
      return <del>{inline(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'checkbox':
      return null
    case 'link': {
      const href = safeHref(token.href)
      if (!href) return inline(token.tokens)
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {inline(token.tokens)}
        </a>
      )
    }
    case 'image':
      return <Picture href={token.href} text={token.text} />
    case 'html':
      return /^<br\s*\/?>\s*$/i.test(token.raw) ? <br /> : token.raw
    default:
      return token.type === 'text' && 'tokens' in token && token.tokens
        ? inline(token.tokens)
        : decoded('text' in token ? token.text : token.raw)
  }
}

function ListOf({ token }: { token: Tokens.List }) {
  const items = token.items.map((item, index) => (
    <li key={index} class={item.task ? 'task' : undefined}>
      {item.task && <input type="checkbox" checked={item.checked === true} disabled aria-label={item.text} />}
      {blocks(item.tokens)}
    </li>
  ))
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function TableOf({ token }: { token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div class="table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} style={{ textAlign: cell.align ?? 'start' }}>
                {inline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index} style={{ textAlign: cell.align ?? 'start' }}>
                  {inline(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const blocks = (tokens: Token[] | undefined): ComponentChildren =>
  tokens?.map((token, index) => <Block key={index} token={token} />)

/** Drawn again only where its text is another one: of a growing answer that is the last block. */
class Block extends Component<{ token: Token }> {
  override shouldComponentUpdate({ token }: { token: Token }) {
    return token.raw !== this.props.token.raw || token.type !== this.props.token.type
  }

  override render() {
    return blockOf(this.props.token)
  }
}

function blockOf(token: Token): ComponentChildren {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'hr':
      return <hr />
    case 'heading':
      return <p class="heading">{inline(token.tokens)}</p>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{blocks(token.tokens)}</blockquote>
    case 'list':
      return <ListOf token={token as Tokens.List} />
    case 'table':
      return <TableOf token={token as Tokens.Table} />
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>
    case 'html':
      return <p>{inlineOf(token)}</p>
    default:
      return inlineOf(token)
  }
}

export function Markdown({ text, isGrowing = false }: { text: string; isGrowing?: boolean }) {
  const shown = isGrowing ? closeMarks(text) : text
  const tokens = useMemo(() => Lexer.lex(shown, { gfm: true, breaks: true }), [shown])
  return <div class="markdown">{blocks(tokens)}</div>
}
