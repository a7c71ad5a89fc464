// Renders the inline markup of guide texts: names on screens, code, links.
import { ExternalLink } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from '../navigation/navigation.tsx'
import { cx } from '../ui/cx.ts'
import { Unparted } from './Unparted.tsx'

const mark = /\*\*(.+?)\*\*|__(.+?)__|`(.+?)`|\[(.+?)\]\((.+?)\)/g

/** In characters: typed text stays on one line while it fits on a phone. */
const longestWhole = 24

export function MarkedText({ text }: { text: string }) {
  const out: ReactNode[] = []
  let from = 0
  for (const found of text.matchAll(mark)) {
    out.push(
      <Fragment key={found.index}>
        <Unparted text={text.slice(from, found.index)} />
        {drawn(found)}
      </Fragment>,
    )
    from = found.index + found[0].length
  }
  return (
    <>
      {out}
      <Unparted text={text.slice(from)} />
    </>
  )
}

function drawn([, ours, theirs, typed, link = '', to = '']: RegExpMatchArray): ReactNode {
  if (ours)
    return (
      <b>
        <Unparted text={ours} />
      </b>
    )
  if (theirs) return <i className="font-strong not-italic">{theirs}</i>
  if (typed) return <code className={cx('chip', typed.length <= longestWhole && 'whitespace-nowrap')}>{typed}</code>
  if (!to.startsWith('https:'))
    return (
      <Link to={to}>
        <Unparted text={link} />
      </Link>
    )
  const last = link.lastIndexOf(' ') + 1
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {link.slice(0, last)}
      <span className="whitespace-nowrap">
        {link.slice(last)}
        <ExternalLink size={14} aria-hidden className="ms-1 inline align-[-0.1em]" />
      </span>
    </a>
  )
}
