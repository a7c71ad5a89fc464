// The plain text of an email with its URLs as links.
const urlPattern = /\bhttps?:\/\/[^\s<>"'`]{3,2000}/gi

export function PlainText({ text }: { text: string }) {
  return (
    <div className="px-(--pad) py-4 whitespace-pre-wrap wrap-anywhere" dir="auto">
      {splitAtUrls(text).map(renderPiece)}
    </div>
  )
}

interface Piece {
  text: string
  href: string | null
}

const renderPiece = ({ text, href }: Piece, index: number) =>
  href === null ? (
    text
  ) : (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces never change order
    <a key={index} href={href} title={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )

function splitAtUrls(text: string): Piece[] {
  const pieces: Piece[] = []
  let index = 0
  for (const match of text.matchAll(urlPattern)) {
    const url = match[0].replace(/[).,;:!?\]]+$/, '')
    const href = toHref(url)
    if (!href) continue
    pieces.push({ text: text.slice(index, match.index), href: null }, { text: url, href })
    index = match.index + url.length
  }
  return [...pieces, { text: text.slice(index), href: null }]
}

function toHref(url: string): string | null {
  try {
    return new URL(url).href
  } catch {
    return null
  }
}
