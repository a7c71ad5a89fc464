// The illustration of a boat crossing from the inbox to the phone, mirrored for right-to-left languages; at most one per page.
import { cx } from '../cx.ts'
import { Flap, Hull } from './Mark.tsx'

/** `lit` is false for errors: the lamp is out. */
export function Motif({ lit = true, className }: { lit?: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 480 200" fill="none" aria-hidden="true" className={cx('h-auto max-w-full rtl:-scale-x-100', className)}>
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round">
        <path d="M14 120h86M34 132h48" />
        <path d="M380 120h86M398 132h48" />
        <rect x="34" y="80" width="46" height="32" rx="3" />
        <path d="m35 83 22 16 22-16" />
        <rect x="408" y="62" width="30" height="52" rx="6" />
        <path d="M419 107h8" />
        <path d="M108 120h104" />
        <path d="M286 120h86" strokeDasharray="1 9" />
      </g>
      <g transform="translate(216 66) scale(2)">
        <Flap lit={lit} />
        <Hull />
      </g>
      {lit && (
        <g stroke="#fabd33" strokeWidth="3" strokeLinecap="round">
          <path d="M224 132h48" />
          <path d="M232 144h28" opacity=".8" />
          <path d="M240 156h26" opacity=".55" />
          <path d="M238 168h12" opacity=".38" />
          <path d="M246 180h8" opacity=".22" />
        </g>
      )}
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity=".28">
        <path d="M140 148h34M120 166h18M182 172h22M300 150h22M344 146h14M318 168h38M286 182h16M160 186h14" />
      </g>
    </svg>
  )
}
