// Decides whether an incident opens or closes, so that a value near its threshold does not open and close it again and again.

export interface AlertState {
  isOpen: boolean
  /** Since when the opposite has held without a break. */
  changingSince: Date | null
  checkedAt: Date
}

export interface AlertLimit {
  threshold: number
  /** How long it must be bad before an incident opens. */
  minutes: number
  badWhen: 'above' | 'below'
}

export interface AlertStep {
  state: AlertState
  effect: 'open' | 'close' | null
}

const minuteMs = 60_000
/** How long it must be well before an incident closes. */
const closesAfterMs = 5 * minuteMs
/** It is well again only at some distance from the threshold: this share of it. */
const margin = 0.2
/** Nobody knows what happened between two checks that are further apart. */
const maxGapMs = 5 * minuteMs

/** `value` is null where it could not be measured: then nothing changes. */
export function decideAlert(last: AlertState | null, value: number | null, limit: AlertLimit, now: Date): AlertStep {
  const isOpen = last?.isOpen ?? false
  if (value === null) return { state: { isOpen, changingSince: last?.changingSince ?? null, checkedAt: now }, effect: null }
  const isChanging = isOpen ? isWell(value, limit) : isBad(value, limit)
  if (!isChanging) return { state: { isOpen, changingSince: null, checkedAt: now }, effect: null }
  const hasGap = last !== null && now.getTime() - last.checkedAt.getTime() > maxGapMs
  const since = (hasGap ? null : last?.changingSince) ?? now
  const neededMs = isOpen ? closesAfterMs : limit.minutes * minuteMs
  if (now.getTime() - since.getTime() < neededMs) return { state: { isOpen, changingSince: since, checkedAt: now }, effect: null }
  return { state: { isOpen: !isOpen, changingSince: null, checkedAt: now }, effect: isOpen ? 'close' : 'open' }
}

const isBad = (value: number, { threshold, badWhen }: AlertLimit): boolean => (badWhen === 'above' ? value > threshold : value < threshold)

const isWell = (value: number, { threshold, badWhen }: AlertLimit): boolean =>
  badWhen === 'above' ? value <= threshold * (1 - margin) : value >= threshold * (1 + margin)
