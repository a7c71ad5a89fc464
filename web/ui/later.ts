// What only a deed of the person needs is fetched with their first deed on the page, so that it is there when it is wanted.

const deeds = ['pointerdown', 'keydown', 'pointerover'] as const
const waiting = new Set<() => Promise<unknown>>()
let isTouched = false

/** Fetches now where the page was touched already; a fetch that fails is made again by whoever needs it. */
export function whenTouched(load: () => Promise<unknown>): void {
  if (isTouched) return ahead(load)
  if (waiting.size === 0) for (const deed of deeds) addEventListener(deed, touch, { passive: true })
  waiting.add(load)
}

function touch(): void {
  isTouched = true
  for (const deed of deeds) removeEventListener(deed, touch)
  for (const load of waiting) ahead(load)
  waiting.clear()
}

const ahead = (load: () => Promise<unknown>): void => void load().catch(() => undefined)
