// Loads code on the user's first interaction with the page, so that it is ready when needed.

const events = ['pointerdown', 'keydown', 'pointerover'] as const
const waiting = new Set<() => Promise<unknown>>()
let hasInteracted = false

/** Loads at once if there has been an interaction already; a failed load is retried when the code is needed. */
export function onFirstInteraction(load: () => Promise<unknown>): void {
  if (hasInteracted) return preload(load)
  if (waiting.size === 0) for (const event of events) addEventListener(event, onInteraction, { passive: true })
  waiting.add(load)
}

function onInteraction(): void {
  hasInteracted = true
  for (const event of events) removeEventListener(event, onInteraction)
  for (const load of waiting) preload(load)
  waiting.clear()
}

const preload = (load: () => Promise<unknown>): void => void load().catch(() => undefined)
