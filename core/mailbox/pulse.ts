// Tracks the last 24 hours of a mailbox connection as 48 half hours in one number.

export const halfHourMs = 1_800_000
const halves = 48

/** `alive`: bit n is the half hour n before `latest`, which counts half hours since 1970. `latest` null: no contact yet. */
export interface Pulse {
  alive: bigint
  latest: number | null
}

/** `gap`: silence between contacts. `silent`: silence until now. `none`: before the mailbox was added. */
export type Half = 'alive' | 'gap' | 'silent' | 'paused' | 'none'

export const halfHourOf = (at: Date): number => Math.floor(at.getTime() / halfHourMs)

/** Oldest first; the last one is the current half hour, which is not called silent right after it begins. */
export function pulseHalves(
  { alive, latest }: Pulse,
  { createdAt, isPaused, now }: { createdAt: Date; isPaused: boolean; now: Date },
): Half[] {
  const [current, createdHalf] = [halfHourOf(now), halfHourOf(createdAt)]
  return Array.from({ length: halves }, (_, at) => {
    const half = current - halves + 1 + at
    if (half < createdHalf) return 'none'
    if (latest !== null && half <= latest) return isAlive(alive, latest - half) ? 'alive' : 'gap'
    if (isPaused) return 'paused'
    return half === current && (latest === null ? createdHalf === current : latest === current - 1) ? 'none' : 'silent'
  })
}

const isAlive = (alive: bigint, ago: number): boolean => ago < halves && ((alive >> BigInt(ago)) & 1n) === 1n
