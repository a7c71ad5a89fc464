// Tracks activity and time limits of a session across tabs, sleep and wake-up.
import { type ClockEffect, type ClockEvent, type EndReason, leftMs, type SessionClock, turn } from '../../core/session/clock.ts'
import { checkEveryMs, tickMs } from '../../core/session/limits.ts'
import { openClock, readRecord, recordKey, saveClock } from './session-record.ts'

export interface WatchHandlers {
  /** Seconds until the end while the notice is due, else null. */
  onCountdown(seconds: number | null): void
  /** `isFirst` is true in the one tab that found the session over, which then ends it. */
  onEnd(reason: EndReason, isFirst: boolean): void
  onRotate(): void
}

export interface SessionWatch {
  /** The person chose to continue; false when it was too late. */
  extend(): boolean
  stop(): void
}

/** Activity is recorded at most this often. */
const writeEveryMs = 200
/** A tick that took longer than this means the device slept. */
const sleepMs = 5000

export function startWatch(sessionId: string, handlers: WatchHandlers): SessionWatch {
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
    handlers.onCountdown(left === null ? null : Math.ceil(left / 1000))
    if (effect?.kind === 'rotate') handlers.onRotate()
    if (effect?.kind === 'end') handlers.onEnd(effect.reason, true)
    else if (after.endedFor && after.endedFor !== 'sign_out') handlers.onEnd(after.endedFor, false)
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

/** Ticks on whole seconds since the last activity, so that minutes 13 and 15 are met to the second. */
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

const activities = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart', 'touchmove'] as const

function listenToPerson(onActivity: () => unknown): () => void {
  let writtenAt = 0
  let position = ''
  const handler = (event: Event) => {
    if (event.type === 'mousemove' && event.isTrusted && event instanceof MouseEvent) {
      // Chromium reports a resting mouse again when the page moves below it.
      const here = `${event.screenX} ${event.screenY}`
      if (here === position) return
      position = here
    }
    const now = Date.now()
    if (Math.abs(now - writtenAt) < writeEveryMs) return
    writtenAt = now
    onActivity()
  }
  for (const activity of activities) addEventListener(activity, handler, { capture: true, passive: true })
  return () => {
    for (const activity of activities) removeEventListener(activity, handler, { capture: true })
  }
}

function listenToTabs(onChange: () => unknown): () => void {
  const handler = ({ key }: StorageEvent) => {
    if (key === recordKey) onChange()
  }
  addEventListener('storage', handler)
  return () => removeEventListener('storage', handler)
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
