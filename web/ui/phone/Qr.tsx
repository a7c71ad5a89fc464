// A QR code, dark on white in both themes, with its quiet zone.
import { encode } from 'uqr'

/** Always show a link or a text code beside it. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <div className="w-full max-w-68 rounded-hull-xl bg-white p-7 shadow-[inset_0_0_0_1px_var(--line)]">
      <svg viewBox={`0 0 ${size} ${size}`} className="block w-full" role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="#06222c" />
      </svg>
    </div>
  )
}
