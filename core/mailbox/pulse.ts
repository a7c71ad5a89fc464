// The last 24 hours of a mailbox connection in 48 half hours, stored as one number.

export const halfHourMs = 1_800_000
const halves = 48

/** `heard`: bit n is the half hour n before `latest`, which counts half hours since 1970. Null: never heard from. */
export interface Pulse {
  heard: bigint
  latest: number | null
}

/** `gap`: silent between two that were heard. `silent`: silent since. `none`: before the mailbox was here. */
export type Half = 'heard' | 'gap' | 'silent' | 'paused' | 'none'

export const halfOf = (at: Date): number => Math.floor(at.getTime() / halfHourMs)

/** The oldest first; the last one is the half hour that runs. A mailbox that has just come into it is not called silent. */
export function pulseHalves(
  { heard, latest }: Pulse,
  { createdAt, isPaused, now }: { createdAt: Date; isPaused: boolean; now: Date },
): Half[] {
  const [current, begun] = [halfOf(now), halfOf(createdAt)]
  return Array.from({ length: halves }, (_, at) => {
    const half = current - halves + 1 + at
    if (half < begun) return 'none'
    if (latest !== null && half <= latest) return isHeard(heard, latest - half) ? 'heard' : 'gap'
    if (isPaused) return 'paused'
    return half === current && (latest === null ? begun === current : latest === current - 1) ? 'none' : 'silent'
  })
}

const isHeard = (heard: bigint, ago: number): boolean => ago < halves && ((heard >> BigInt(ago)) & 1n) === 1n
