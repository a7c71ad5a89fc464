// Stands in a page that is whole without scripts: fetches them once it is painted, or with the first deed on it, and loses no deed meanwhile.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Written into the page as its own text (scripts/prerender.mjs), so it names nothing but what it is given: the files that `load` will ask for. */
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
      // There was no connection: the next deed tries again.
      isUnderWay = false
      return
    }
    for (const [deed, hear] of deeds) removeEventListener(deed, hear, true)
    for (const [field, value] of typed) typeAgain(field, value)
    pressed?.click()
  }
  const press = (event: Event) => {
    if (!(event.target instanceof Element)) return
    // A way to a language chooses it (web/language.ts), and is not held up.
    const way = event.target.closest('a[hreflang]')
    if (way instanceof HTMLAnchorElement) localStorage.setItem('language', way.hreflang)
    const button = event.target.closest('button')
    if (!button) return
    event.preventDefault()
    pressed = button
  }
  // No form is sent the plain way.
  const refuse = (event: Event) => event.preventDefault()
  const type = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
      typed.set(target, target.value)
  }
  // React finds the value that the page was drawn with, then hears of the one that was typed: what it finds is no news to it.
  const typeAgain = (field: Field, value: string) => {
    for (const said of 'defaultValue' in field ? [field.defaultValue, value] : [value]) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, said)
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
    }
  }
  const deeds: [string, (event: Event) => void][] = [
    ...['pointerover', 'pointerdown', 'keydown', 'focusin'].map((name): [string, () => void] => [name, begin]),
    ['click', press],
    ['submit', refuse],
    ['input', type],
  ]
  for (const [deed, hear] of deeds) addEventListener(deed, hear, true)

  const whenIdle = () =>
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 2000 })
      else setTimeout(begin, 200)
    })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
