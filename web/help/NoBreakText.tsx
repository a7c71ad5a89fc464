// Renders text in which short hyphenated words such as “one-time” never break at the end of a line.
const hyphenated = /(\b\w{1,3}-\w{1,8}\b)/

export function NoBreakText({ text }: { text: string }) {
  return text.split(hyphenated).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change order
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )
}
