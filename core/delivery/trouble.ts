// Decides when WhatsApp itself is in trouble: then nothing is sent but single probes, ever more rarely, until one succeeds.

export interface ServiceTrouble {
  /** When the first attempt began that failed; every attempt since has failed, too. */
  since: Date
  /** Some of the phones that it was seen with. */
  destinationIds: string[]
  /** Pauses so far: each is longer than the one before. */
  pauses: number
}

export interface FailedByService {
  destinationId: string
  startedAt: Date
}

/** A single phone may be the cause itself; several at once are not. */
const phonesBeforePause = 3
const firstPauseMs = 2_000
const longestPauseMs = 60_000

/** Attempts failed because of the service. `pauseUntil` is null while it may still be about one phone, or while our number pauses anyway. */
export function addTrouble(
  known: ServiceTrouble | null,
  failed: readonly FailedByService[],
  { isProbe, isPaused, now }: { isProbe: boolean; isPaused: boolean; now: Date },
): { trouble: ServiceTrouble; pauseUntil: Date | null } {
  const since = known?.since ?? new Date(Math.min(now.getTime(), ...failed.map(({ startedAt }) => startedAt.getTime())))
  const destinationIds = [...new Set([...(known?.destinationIds ?? []), ...failed.map(({ destinationId }) => destinationId)])]
  const pauses = known?.pauses ?? 0
  const trouble = { since, destinationIds: destinationIds.slice(0, phonesBeforePause), pauses }
  if (isPaused || !(isProbe || destinationIds.length >= phonesBeforePause)) return { trouble, pauseUntil: null }
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** pauses)
  return { trouble: { ...trouble, pauses: pauses + 1 }, pauseUntil: new Date(now.getTime() + pauseMs) }
}

/** Shorter trouble is not worth telling anybody. */
const visibleAfterMs = 120_000
export const isVisibleTrouble = ({ since }: Pick<ServiceTrouble, 'since'>, now: Date): boolean => since <= visibleSince(now)
/** Trouble that began by then is visible. */
export const visibleSince = (now: Date): Date => new Date(now.getTime() - visibleAfterMs)

/** Whether an attempt succeeded, of whatever message, since this message was last tried: then its failure may be its own. */
export const hasWorkedSince = (trouble: Pick<ServiceTrouble, 'since'> | null, previousAttemptAt: Date | null): boolean =>
  trouble === null || (previousAttemptAt !== null && trouble.since > previousAttemptAt)
