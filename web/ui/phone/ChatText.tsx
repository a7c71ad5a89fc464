// Renders WhatsApp markup: bold, italics, strikethrough, monospace, quotes, lists; links are inert.
import { Fragment, type ReactNode } from 'react'
import { type ChatBlock, type ChatPiece, parseChatBlocks } from '../../../core/phone/chat-text.ts'

export function ChatText({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- the blocks of a sent text never change order
  return parseChatBlocks(text).map((block, index) => <Block key={index} block={block} />)
}

function Block({ block: { kind, mark, lines } }: { block: ChatBlock }) {
  const content = lines.map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- neither do its lines
    <Fragment key={index}>
      {index > 0 && '\n'}
      {line.map(renderPiece)}
    </Fragment>
  ))
  switch (kind) {
    case 'quote':
      return <blockquote className="bubble-quote wrap-anywhere">{content}</blockquote>
    case 'mono':
      return <p className="bubble-mono whitespace-pre-wrap wrap-anywhere">{content}</p>
    case 'item':
      return (
        <p className="bubble-item wrap-anywhere">
          <span>{mark}</span>
          <span className="min-w-0">{content}</span>
        </p>
      )
    default:
      return <p className="wrap-anywhere">{content}</p>
  }
}

function renderPiece(piece: ChatPiece, index: number): ReactNode {
  if (typeof piece === 'string') return piece
  const children = piece.pieces.map(renderPiece)
  if (piece.look === 'bold') return <b key={index}>{children}</b>
  if (piece.look === 'italic') return <i key={index}>{children}</i>
  if (piece.look === 'struck') return <s key={index}>{children}</s>
  return (
    <span key={index} className={piece.look === 'mono' ? 'bubble-mono' : 'bubble-link'}>
      {children}
    </span>
  )
}
