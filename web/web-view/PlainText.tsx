// The plain text of an email with its URLs as links.
const address = /\bhttps?:\/\/[^\s<>"'`]{3,2000}/gi

export function PlainText({ text }: { text: string }) {
  return (
    <div className="px-(--pad) py-4 whitespace-pre-wrap wrap-anywhere" dir="auto">
      {piecesOf(text).map(drawn)}
    </div>
  )
}

interface Piece {
  text: string
  href: string | null
}

const drawn = ({ text, href }: Piece, at: number) =>
  href === null ? (
    text
  ) : (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces never change places
    <a key={at} href={href} title={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const found of text.matchAll(address)) {
    const words = found[0].replace(/[).,;:!?\]]+$/, '')
    const href = hrefOf(words)
    if (!href) continue
    pieces.push({ text: text.slice(at, found.index), href: null }, { text: words, href })
    at = found.index + words.length
  }
  return [...pieces, { text: text.slice(at), href: null }]
}

function hrefOf(words: string): string | null {
  try {
    return new URL(words).href
  } catch {
    return null
  }
}
