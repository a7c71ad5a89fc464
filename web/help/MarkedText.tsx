// A text of a guide with its marks: names on screens, what is typed, links.
import { ExternalLink } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from '../ways.tsx'

const mark = /\*\*(.+?)\*\*|__(.+?)__|`(.+?)`|\[(.+?)\]\((.+?)\)/g

export function MarkedText({ text }: { text: string }) {
  const out: ReactNode[] = []
  let from = 0
  for (const found of text.matchAll(mark)) {
    out.push(text.slice(from, found.index), <Fragment key={found.index}>{drawn(found)}</Fragment>)
    from = found.index + found[0].length
  }
  return (
    <>
      {out}
      {text.slice(from)}
    </>
  )
}

function drawn([, ours, theirs, typed, link = '', to = '']: RegExpMatchArray): ReactNode {
  if (ours) return <b>{ours}</b>
  if (theirs) return <i className="font-strong not-italic">{theirs}</i>
  if (typed) return <code className="chip">{typed}</code>
  if (!to.startsWith('https:')) return <Link to={to}>{link}</Link>
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {link}
      <ExternalLink size={14} aria-hidden className="ms-1 inline align-[-0.1em]" />
    </a>
  )
}
