// A test in the browser that fails on any complaint: console errors and warnings, refused content, errors that nobody caught.
import { type BrowserContext, test as base, expect } from '@playwright/test'

export interface Complaints {
  /** Complaints that a test brings about on purpose, such as a refused sign-in. */
  expected: RegExp[]
}

export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
    async ({ context }, use) => {
      const heard = await listen(context)
      const complaints: Complaints = { expected: [] }
      await use(complaints)
      expect(heard.filter(one => !complaints.expected.some(expected => expected.test(one)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Hears every page of a context, those too that a page opens. */
export async function listen(context: BrowserContext): Promise<string[]> {
  const heard: string[] = []
  context.on('console', message => {
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

export { expect }
