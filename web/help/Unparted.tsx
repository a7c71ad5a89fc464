// Text in which short hyphenated words, such as “e-mail” and “one-time”, never break at the end of a line.
const hyphened = /(\b\w{1,3}-\w{1,8}\b)/

export function Unparted({ text }: { text: string }) {
  return text.split(hyphened).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change places
      <span key={at} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )
}
