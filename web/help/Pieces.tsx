// The pieces of a guide: sentences, lists, notes, pictures, and what is folded away.
import { ChevronDown, Lightbulb } from 'lucide-react'
import { Note } from '../ui/Note.tsx'
import type { Block } from './guide.ts'
import { MarkedText } from './MarkedText.tsx'
import { Picture } from './Picture.tsx'

export function Pieces({ of: blocks }: { of: readonly Block[] }) {
  return blocks.map((block, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- a guide's pieces never change places
    <Piece key={at} {...block} />
  ))
}

function Piece({ p, list, steps, note, warn, picture, alt = '', fold }: Block) {
  if (p)
    return (
      <p>
        <MarkedText text={p} />
      </p>
    )
  if (list) return <ul>{items(list)}</ul>
  if (steps) return <ol>{items(steps)}</ol>
  if (note || warn)
    return (
      <Note kind={warn ? 'warn' : 'info'} {...(note && { icon: Lightbulb })}>
        <MarkedText text={note ?? warn ?? ''} />
      </Note>
    )
  if (picture) return <Picture name={picture} alt={alt} />
  return fold && <Fold {...fold} />
}

const items = (texts: readonly string[]) =>
  texts.map(text => (
    <li key={text}>
      <MarkedText text={text} />
    </li>
  ))

function Fold({ id, title, blocks }: NonNullable<Block['fold']>) {
  return (
    <details id={id} className="fold group">
      <summary>
        <h3>{title}</h3>
        <ChevronDown size={18} aria-hidden className="group-open:rotate-180" />
      </summary>
      <div className="fold-body">
        <Pieces of={blocks} />
      </div>
    </details>
  )
}
