// Proof of life: 48 half hours, each one heard from or not; a sentence says the same.
import type { Half } from '../../core/mailbox/pulse.ts'

// How much was heard is not known; the steps only keep the bars from reading as one block.
const heights = [45, 65, 85, 50, 70, 90, 55, 75, 95, 60, 80]

/** `said` describes the picture: "Last 24 hours: silent since 09:30". */
export function ProofOfLife({ halves, said }: { halves: readonly Half[]; said: string }) {
  return (
    <div className="pulse" role="img" aria-label={said}>
      {halves.map((half, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place in the day is the identity
        <i key={at} className={half} style={half === 'heard' ? { height: `${heights[at % heights.length]}%` } : undefined} />
      ))}
    </div>
  )
}
