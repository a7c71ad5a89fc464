// The inline script of a prerendered page: loads the scripts when idle or on first input, and replays that input.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Inlined into the page as source text (scripts/prerender.mjs), so it may use nothing but its arguments. */
export function wake(files: readonly string[], load: () => Promise<unknown>): void {
  const typed = new Map<Field, string>()
  let pressed: HTMLElement | null = null
  let isUnderWay = false

  const begin = () => {
    if (!isUnderWay) void fetchAll()
  }
  const fetchAll = async () => {
    isUnderWay = true
    for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    try {
      await load()
    } catch {
      // There was no connection: the next action tries again.
      isUnderWay = false
      return
    }
    for (const [action, handler] of actions) removeEventListener(action, handler, true)
    for (const [field, value] of typed) typeAgain(field, value)
    pressed?.click()
  }
  const press = (event: Event) => {
    if (!(event.target instanceof Element)) return
    // A link to another language chooses it (web/words/language.ts) and is not delayed.
    const way = event.target.closest('a[hreflang]')
    if (way instanceof HTMLAnchorElement) localStorage.setItem('language', way.hreflang)
    const button = event.target.closest('button')
    if (!button) return
    event.preventDefault()
    pressed = button
  }
  // No form may be submitted without scripts.
  const refuse = (event: Event) => event.preventDefault()
  const type = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
      typed.set(target, target.value)
  }
  // React ignores an event whose value it already has, so the initial value is restored first and the typed one set after it.
  const typeAgain = (field: Field, value: string) => {
    for (const said of 'defaultValue' in field ? [field.defaultValue, value] : [value]) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, said)
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
    }
  }
  const actions: [string, (event: Event) => void][] = [
    ...['pointerover', 'pointerdown', 'keydown', 'focusin'].map((name): [string, () => void] => [name, begin]),
    ['click', press],
    ['submit', refuse],
    ['input', type],
  ]
  for (const [action, handler] of actions) addEventListener(action, handler, true)

  const whenIdle = () =>
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 2000 })
      else setTimeout(begin, 200)
    })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
