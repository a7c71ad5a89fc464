// A text as WhatsApp draws it: bold, italics, struck, quotes; links look like links and lead nowhere.
import { Fragment, type ReactNode } from 'react'
import { blocksOf, type Piece } from './chatText.ts'

export function ChatText({ text }: { text: string }) {
  return blocksOf(text).map(({ kind, lines }, nth) => {
    const drawn = lines.map((line, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the lines of a text that was sent never change places
      <Fragment key={at}>
        {at > 0 && '\n'}
        {line.map(draw)}
      </Fragment>
    ))
    const Tag = kind === 'quote' ? 'blockquote' : 'p'
    return (
      // oxlint-disable-next-line react/no-array-index-key -- nor do its blocks
      <Tag key={nth} className={kind === 'quote' ? 'bubble-quote wrap-anywhere' : 'wrap-anywhere'}>
        {drawn}
      </Tag>
    )
  })
}

function draw(piece: Piece, nth: number): ReactNode {
  if (typeof piece === 'string') return piece
  const held = piece.pieces.map(draw)
  if (piece.look === 'bold') return <b key={nth}>{held}</b>
  if (piece.look === 'italic') return <i key={nth}>{held}</i>
  if (piece.look === 'struck') return <s key={nth}>{held}</s>
  return (
    <span key={nth} className="bubble-link">
      {held}
    </span>
  )
}
