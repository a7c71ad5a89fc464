// Renders WhatsApp markup: bold, italics, strikethrough, monospace, quotes, lists; links are inert.
import { Fragment, type ReactNode } from 'react'
import { blocksOf, type ChatBlock, type ChatPiece } from '../../../core/phone/chat-text.ts'

export function ChatText({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text that was sent never change places
  return blocksOf(text).map((block, nth) => <Drawn key={nth} block={block} />)
}

function Drawn({ block: { kind, mark, lines } }: { block: ChatBlock }) {
  const drawn = lines.map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- nor do its lines
    <Fragment key={at}>
      {at > 0 && '\n'}
      {line.map(draw)}
    </Fragment>
  ))
  switch (kind) {
    case 'quote':
      return <blockquote className="bubble-quote wrap-anywhere">{drawn}</blockquote>
    case 'mono':
      return <p className="bubble-mono whitespace-pre-wrap wrap-anywhere">{drawn}</p>
    case 'item':
      return (
        <p className="bubble-item wrap-anywhere">
          <span>{mark}</span>
          <span className="min-w-0">{drawn}</span>
        </p>
      )
    default:
      return <p className="wrap-anywhere">{drawn}</p>
  }
}

function draw(piece: ChatPiece, nth: number): ReactNode {
  if (typeof piece === 'string') return piece
  const held = piece.pieces.map(draw)
  if (piece.look === 'bold') return <b key={nth}>{held}</b>
  if (piece.look === 'italic') return <i key={nth}>{held}</i>
  if (piece.look === 'struck') return <s key={nth}>{held}</s>
  return (
    <span key={nth} className={piece.look === 'mono' ? 'bubble-mono' : 'bubble-link'}>
      {held}
    </span>
  )
}
