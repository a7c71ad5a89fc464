// Tracks activity and time limits of a session across tabs, sleep and wake-up.
import {
  advanceClock,
  type ClockEffect,
  type ClockEvent,
  type EndReason,
  remainingMs,
  type SessionClock,
} from '../../core/session/clock.ts'
import { checkEveryMs, tickMs } from '../../core/session/limits.ts'
import { loadClock, readRecord, recordKey, saveClock } from './session-record.ts'

export interface WatchHandlers {
  /** Seconds until the session ends while the notice is due, otherwise null. */
  onCountdown(seconds: number | null): void
  /** `isFirst` is true in the one tab that found the session over, which then ends it. */
  onEnd(reason: EndReason, isFirst: boolean): void
  onRotate(): void
}

export interface SessionWatch {
  /** Called when the user chooses to continue; false if it is too late. */
  extend(): boolean
  stop(): void
}

/** Activity is recorded at most this often. */
const writeEveryMs = 200
/** A tick that took longer than this means the device slept. */
const sleepMs = 5000

export function startWatch(sessionId: string, handlers: WatchHandlers): SessionWatch {
  let clock = loadClock(sessionId, Date.now())
  let isOver = false

  const handle = (event: ClockEvent): ClockEffect['kind'] | null => {
    const now = Date.now()
    const stored = readRecord()
    // Another session has been signed in here, so this one is about to be replaced.
    if (isOver || (stored && stored.sessionId !== sessionId)) return null
    const previous = stored ?? clock
    const { clock: next, effect } = advanceClock(previous, event, now)
    if (isOtherClock(previous, next) || !stored) saveClock(sessionId, next)
    clock = next
    isOver = next.endedFor !== null
    const leftMs = remainingMs(next, now)
    handlers.onCountdown(leftMs === null ? null : Math.ceil(leftMs / 1000))
    if (effect?.kind === 'rotate') handlers.onRotate()
    if (effect?.kind === 'end') handlers.onEnd(effect.reason, true)
    else if (next.endedFor && next.endedFor !== 'sign_out') handlers.onEnd(next.endedFor, false)
    return effect?.kind ?? null
  }

  const stops = [
    listenForActivity(() => handle('activity')),
    listenToOtherTabs(() => handle('tick')),
    listenForWakeUp(() => handle('check')),
  ]
  stops.push(tickEverySecond(() => clock.activeAt, handle))
  const checkTimer = setInterval(() => handle('check'), checkEveryMs)
  stops.push(() => clearInterval(checkTimer))
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

/** Ticks on whole seconds since the last activity, so that the limits at minutes 13 and 15 are hit to the second. */
function tickEverySecond(activeAt: () => number, handle: (event: ClockEvent) => unknown): () => void {
  let timer: ReturnType<typeof setTimeout>
  let lastAt = Date.now()
  const scheduleTick = () => {
    const intoSecond = Math.max(0, Date.now() - activeAt()) % tickMs
    timer = setTimeout(tick, tickMs - intoSecond)
  }
  const tick = () => {
    const now = Date.now()
    const hasSlept = now - lastAt > sleepMs
    lastAt = now
    scheduleTick()
    handle(hasSlept ? 'check' : 'tick')
  }
  scheduleTick()
  return () => clearTimeout(timer)
}

const activities = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart', 'touchmove'] as const

function listenForActivity(onActivity: () => unknown): () => void {
  let writtenAt = 0
  let position = ''
  const handler = (event: Event) => {
    if (event.type === 'mousemove' && event.isTrusted && event instanceof MouseEvent) {
      // Chromium reports mousemove for a resting mouse when the page scrolls beneath it.
      const current = `${event.screenX} ${event.screenY}`
      if (current === position) return
      position = current
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

function listenToOtherTabs(onChange: () => unknown): () => void {
  const handler = ({ key }: StorageEvent) => {
    if (key === recordKey) onChange()
  }
  addEventListener('storage', handler)
  return () => removeEventListener('storage', handler)
}

function listenForWakeUp(onWake: () => unknown): () => void {
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
