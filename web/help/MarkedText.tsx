// Renders the inline markup of guide texts: labels on screens, code, links.
import { ExternalLink } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from '../navigation/navigation.tsx'
import { cx } from '../ui/cx.ts'
import { NoBreakText } from './NoBreakText.tsx'

const markup = /\*\*(.+?)\*\*|__(.+?)__|`(.+?)`|\[(.+?)\]\((.+?)\)/g

/** In characters: shorter code stays on one line, which fits on a phone. */
const maxUnbrokenCode = 24

export function MarkedText({ text }: { text: string }) {
  const nodes: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(markup)) {
    nodes.push(
      <Fragment key={match.index}>
        <NoBreakText text={text.slice(end, match.index)} />
        {renderMark(match)}
      </Fragment>,
    )
    end = match.index + match[0].length
  }
  return (
    <>
      {nodes}
      <NoBreakText text={text.slice(end)} />
    </>
  )
}

function renderMark([, ourLabel, theirLabel, code, link = '', to = '']: RegExpMatchArray): ReactNode {
  if (ourLabel)
    return (
      <b>
        <NoBreakText text={ourLabel} />
      </b>
    )
  if (theirLabel) return <i className="font-strong not-italic">{theirLabel}</i>
  if (code) return <code className={cx('chip', code.length <= maxUnbrokenCode && 'whitespace-nowrap')}>{code}</code>
  if (!to.startsWith('https:'))
    return (
      <Link to={to}>
        <NoBreakText text={link} />
      </Link>
    )
  const lastWordStart = link.lastIndexOf(' ') + 1
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {link.slice(0, lastWordStart)}
      <span className="whitespace-nowrap">
        {link.slice(lastWordStart)}
        <ExternalLink size={14} aria-hidden className="ms-1 inline align-[-0.1em]" />
      </span>
    </a>
  )
}
