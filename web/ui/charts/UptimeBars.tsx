// A chart of the 48 half hours in which a mail server did or did not respond, also stated in words.
import type { Half } from '../../../core/mailbox/pulse.ts'

// The heights carry no data; they only keep the bars from reading as one block.
const heights = [45, 65, 85, 50, 70, 90, 55, 75, 95, 60, 80]

/** `label` describes the chart: "Last 24 hours: silent since 09:30". */
export function UptimeBars({ halves, label }: { halves: readonly Half[]; label: string }) {
  return (
    <div className="pulse" role="img" aria-label={label}>
      {halves.map((half, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a bar is identified by its position in the day
        <i key={index} className={half} style={half === 'alive' ? { height: `${heights[index % heights.length]}%` } : undefined} />
      ))}
    </div>
  )
}
