// The inline script of a prerendered page: loads the scripts when idle or on first input, and replays that input.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Inlined into the page as source text (scripts/prerender.mjs), so it may use nothing but its arguments. */
export function wake(files: readonly string[], load: () => Promise<unknown>): void {
  const typedValues = new Map<Field, string>()
  let clickedButton: HTMLElement | null = null
  let isLoading = false

  const start = () => {
    if (!isLoading) void fetchAll()
  }
  const fetchAll = async () => {
    isLoading = true
    for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    try {
      await load()
    } catch {
      // There was no connection; the next event tries again.
      isLoading = false
      return
    }
    for (const [event, handler] of events) removeEventListener(event, handler, true)
    for (const [field, value] of typedValues) replayInput(field, value)
    clickedButton?.click()
  }
  const onClick = (event: Event) => {
    if (!(event.target instanceof Element)) return
    // A link to another language chooses it (web/words/language.ts) and is not delayed.
    const languageLink = event.target.closest('a[hreflang]')
    if (languageLink instanceof HTMLAnchorElement) localStorage.setItem('language', languageLink.hreflang)
    const button = event.target.closest('button')
    if (!button) return
    event.preventDefault()
    clickedButton = button
  }
  // No form may be submitted without scripts.
  const onSubmit = (event: Event) => event.preventDefault()
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
      typedValues.set(target, target.value)
  }
  // React ignores an event whose value it already has, so the initial value is restored first and the typed one set after it.
  const replayInput = (field: Field, value: string) => {
    for (const text of 'defaultValue' in field ? [field.defaultValue, value] : [value]) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
    }
  }
  const events: [string, (event: Event) => void][] = [
    ...['pointerover', 'pointerdown', 'keydown', 'focusin'].map((name): [string, () => void] => [name, start]),
    ['click', onClick],
    ['submit', onSubmit],
    ['input', onInput],
  ]
  for (const [event, handler] of events) addEventListener(event, handler, true)

  const whenIdle = () =>
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 })
      else setTimeout(start, 200)
    })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
