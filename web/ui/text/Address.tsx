// An email address in running text that breaks before its @ if it must, and never after a hyphen.
import { Fragment } from 'react'
import { cx } from '../cx.ts'

/** With `unbroken`, it moves to the next line instead of being broken on this one. */
export function Address({ address, unbroken = false }: { address: string; unbroken?: boolean }) {
  return (
    <bdi className={cx('wrap-anywhere', unbroken && 'inline-block max-w-full align-bottom')}>
      {address.split(/(?=@)/).map((half, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the halves never change order
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {splitAtHyphens(half).map((piece, pieceIndex) =>
            piece.startsWith('-') ? (
              // oxlint-disable-next-line react/no-array-index-key -- the same
              <span key={pieceIndex} className="whitespace-nowrap">
                {piece}
              </span>
            ) : (
              piece
            ),
          )}
        </Fragment>
      ))}
    </bdi>
  )
}

/** "u-gms2" → "u", "-g", "ms2": a line may end before a hyphen and its next character, not between them. */
const splitAtHyphens = (text: string): string[] => text.split(/(-.?)/).filter(Boolean)
