// Decides when an incident opens and closes, without flapping when a value stays near its threshold.

export interface AlertState {
  isOpen: boolean
  /** Since when the opposite state has lasted without interruption. */
  changingSince: Date | null
  checkedAt: Date
}

export interface AlertLimit {
  threshold: number
  /** How long the value must be bad before an incident opens. */
  minutes: number
  badWhen: 'above' | 'below'
}

export interface AlertStep {
  state: AlertState
  effect: 'open' | 'close' | null
}

const minuteMs = 60_000
/** How long the value must be good before an incident closes. */
const closesAfterMs = 5 * minuteMs
/** A value counts as good again only when it is better than the threshold by this share. */
const margin = 0.2
/** If two checks are further apart, nobody knows what happened in between, so the wait starts over. */
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
