// Keeps the clock of a session running: what the person does, each second, each 60 s, other tabs, and waking.
import { type ClockEffect, type ClockEvent, type EndReason, leftMs, type SessionClock, turn } from '../../core/session/clock.ts'
import { checkEveryMs, tickMs } from '../../core/session/limits.ts'
import { openClock, readRecord, recordKey, saveClock } from './record.ts'

export interface WatchHands {
  /** Seconds until the end while the notice is due, else null. */
  onCountdown(seconds: number | null): void
  /** `isFirst` is true in the one tab that found the session over, which then ends it. */
  onEnd(reason: EndReason, isFirst: boolean): void
  onRotate(): void
}

export interface Watch {
  /** The person chose to continue; false when it was too late. */
  extend(): boolean
  stop(): void
}

/** So often at most is activity written down. */
const writeEveryMs = 200
/** A second that took longer than this was a sleep. */
const sleepMs = 5000

export function startWatch(sessionId: string, hands: WatchHands): Watch {
  let clock = openClock(sessionId, Date.now())
  let isOver = false

  const handle = (event: ClockEvent): ClockEffect['kind'] | null => {
    const now = Date.now()
    const kept = readRecord()
    // Somebody else has signed in here: this session is about to go.
    if (isOver || (kept && kept.sessionId !== sessionId)) return null
    const before = kept ?? clock
    const { clock: after, effect } = turn(before, event, now)
    if (isOtherClock(before, after) || !kept) saveClock(sessionId, after)
    clock = after
    isOver = after.endedFor !== null
    const left = leftMs(after, now)
    hands.onCountdown(left === null ? null : Math.ceil(left / 1000))
    if (effect?.kind === 'rotate') hands.onRotate()
    if (effect?.kind === 'end') hands.onEnd(effect.reason, true)
    else if (after.endedFor && after.endedFor !== 'sign_out') hands.onEnd(after.endedFor, false)
    return effect?.kind ?? null
  }

  const stops = [listenToPerson(() => handle('activity')), listenToTabs(() => handle('tick')), listenToWaking(() => handle('check'))]
  stops.push(tickEach(() => clock.activeAt, handle))
  const checks = setInterval(() => handle('check'), checkEveryMs)
  stops.push(() => clearInterval(checks))
  handle('check')
  return {
    extend: () => handle('continue') === 'extended',
    stop: () => {
      isOver = true
      for (const stop of stops) stop()
    },
  }
}

const isOtherClock = (a: SessionClock, b: SessionClock): boolean =>
  a.activeAt !== b.activeAt || a.rotatedAt !== b.rotatedAt || a.signedInAt !== b.signedInAt || a.endedFor !== b.endedFor

/** Ticks on whole seconds since the last activity, so that 13:00 and 15:00 are met to the second. */
function tickEach(activeAt: () => number, handle: (event: ClockEvent) => unknown): () => void {
  let timer: ReturnType<typeof setTimeout>
  let lastAt = Date.now()
  const wait = () => {
    const intoSecond = Math.max(0, Date.now() - activeAt()) % tickMs
    timer = setTimeout(tick, tickMs - intoSecond)
  }
  const tick = () => {
    const now = Date.now()
    const slept = now - lastAt > sleepMs
    lastAt = now
    wait()
    handle(slept ? 'check' : 'tick')
  }
  wait()
  return () => clearTimeout(timer)
}

const doings = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart', 'touchmove'] as const

function listenToPerson(onActivity: () => unknown): () => void {
  let writtenAt = 0
  let place = ''
  const hear = (event: Event) => {
    if (event.type === 'mousemove' && event.isTrusted && event instanceof MouseEvent) {
      // Chromium reports a resting mouse again when the page moves below it.
      const here = `${event.screenX} ${event.screenY}`
      if (here === place) return
      place = here
    }
    const now = Date.now()
    if (Math.abs(now - writtenAt) < writeEveryMs) return
    writtenAt = now
    onActivity()
  }
  for (const doing of doings) addEventListener(doing, hear, { capture: true, passive: true })
  return () => {
    for (const doing of doings) removeEventListener(doing, hear, { capture: true })
  }
}

function listenToTabs(onChange: () => unknown): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === recordKey) onChange()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

function listenToWaking(onWake: () => unknown): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') onWake()
  }
  document.addEventListener('visibilitychange', wake)
  addEventListener('pageshow', wake)
  addEventListener('focus', wake)
  return () => {
    document.removeEventListener('visibilitychange', wake)
    removeEventListener('pageshow', wake)
    removeEventListener('focus', wake)
  }
}
