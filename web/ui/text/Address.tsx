// An email address in running text that breaks before its @ if it must, and never after a hyphen.
import { Fragment } from 'react'
import { cx } from '../cx.ts'

/** `whole` moves to the next line instead of being broken on this one. */
export function Address({ of: address, whole = false }: { of: string; whole?: boolean }) {
  return (
    <bdi className={cx('wrap-anywhere', whole && 'inline-block max-w-full align-bottom')}>
      {address.split(/(?=@)/).map((half, nth) => (
        // oxlint-disable-next-line react/no-array-index-key -- the halves never change places
        <Fragment key={nth}>
          {nth > 0 && <wbr />}
          {pieces(half).map((piece, at) =>
            piece.startsWith('-') ? (
              // oxlint-disable-next-line react/no-array-index-key -- the same
              <span key={at} className="whitespace-nowrap">
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
const pieces = (text: string): string[] => text.split(/(-.?)/).filter(Boolean)
