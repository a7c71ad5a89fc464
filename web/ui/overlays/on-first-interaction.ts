// Loads code on the user's first interaction with the page, so that it is ready when needed.

const actions = ['pointerdown', 'keydown', 'pointerover'] as const
const waiting = new Set<() => Promise<unknown>>()
let isTouched = false

/** Loads at once if there has been an interaction already; a failed load is repeated where the code is needed. */
export function onFirstInteraction(load: () => Promise<unknown>): void {
  if (isTouched) return ahead(load)
  if (waiting.size === 0) for (const action of actions) addEventListener(action, touch, { passive: true })
  waiting.add(load)
}

function touch(): void {
  isTouched = true
  for (const action of actions) removeEventListener(action, touch)
  for (const load of waiting) ahead(load)
  waiting.clear()
}

const ahead = (load: () => Promise<unknown>): void => void load().catch(() => undefined)
