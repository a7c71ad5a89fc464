// A browser test that fails on console errors and warnings, blocked content, and uncaught errors.
import { type BrowserContext, test as base, expect } from '@playwright/test'

export interface Complaints {
  /** Complaints that a test brings about on purpose, such as a refused sign-in. */
  expected: RegExp[]
}

interface Toasts {
  /** Passes once a toast has said this, though it is long gone when somebody looks. */
  expectSaid(words: string): Promise<void>
}

export const test = base.extend<{ complaints: Complaints; toasts: Toasts }>({
  complaints: [
    async ({ context }, use) => {
      const heard = await listen(context)
      const complaints: Complaints = { expected: [] }
      await use(complaints)
      expect(heard.filter(one => !complaints.expected.some(expected => expected.test(one)))).toEqual([])
    },
    { auto: true },
  ],
  toasts: async ({ context }, use) => {
    const said: string[] = []
    await context.exposeFunction('hearToast', (words: string) => said.push(words))
    await context.addInitScript(tellToasts)
    await use({ expectSaid: words => expect.poll(() => said).toContainEqual(expect.stringContaining(words)) })
  },
})

// A service worker would answer past what a test routes: only the test of the worker itself lets it in (playwright.config.ts).
const notRegistered = 'Service Worker registration blocked by Playwright'

/** Hears every page of a context, those too that a page opens. */
export async function listen(context: BrowserContext): Promise<string[]> {
  const heard: string[] = []
  context.on('console', message => {
    if (message.text() === notRegistered) return
    if (message.type() === 'error' || message.type() === 'warning') heard.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', error => heard.push(`not caught: ${error.error().message}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return heard
}

function tellToasts(): void {
  const told = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
      if (told.has(toast)) continue
      told.add(toast)
      Reflect.get(window, 'hearToast')(toast.textContent)
    }
  }).observe(document, { childList: true, subtree: true })
}

export { expect }
