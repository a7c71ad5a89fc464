// Tests the texts that every page may show, word for word.
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { stage } from '../stage.fixture.tsx'
import { loadCatalogs, WordsProvider } from '../words/words.tsx'
import { ErrorBoundary } from './feedback/ErrorCard.tsx'
import { Overlay } from './feedback/Overlay.tsx'
import { RouterErrorPage } from './feedback/RouterErrorPage.tsx'
import { Spinner } from './feedback/Spinner.tsx'
import { Toasts } from './overlays/Toasts.tsx'
import { toast } from './overlays/toast.ts'

afterEach(() => vi.restoreAllMocks())
const silence = () => vi.spyOn(console, 'error').mockImplementation(() => {})

test('the overlay says that a screen loads', async () => {
  const screen = await stage(<Overlay />)
  await expect.element(screen.getByText('Loading your experience...')).toBeVisible()
})

test('the spinner has four sizes', async () => {
  const sizes = ['sm', 'md', 'lg', 'xl'] as const
  const screen = await stage(sizes.map(size => <Spinner key={size} size={size} />))
  const classes = screen
    .getByRole('img', { name: 'Loading' })
    .elements()
    .map(one => one.getAttribute('class'))
  expect(new Set(classes).size).toBe(4)
})

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('the hull leaks')
  return <p>{'afloat'}</p>
}

test('the card in place of a component that failed copies its error, and tries again', async () => {
  silence()
  isBroken = true
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  const screen = await stage(
    <>
      <ErrorBoundary>
        <Fragile />
      </ErrorBoundary>
      <Toasts />
    </>,
  )
  await expect.element(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect.element(screen.getByText("We've encountered an error while rendering this component.")).toBeVisible()
  await expect.element(screen.getByText('the hull leaks')).toBeVisible()
  await screen.getByRole('button', { name: 'Copy Error' }).click()
  await expect.element(screen.getByText('Error copied to clipboard')).toBeVisible()
  expect(write).toHaveBeenCalledWith('the hull leaks')
  write.mockRejectedValueOnce(new Error('denied'))
  await screen.getByRole('button', { name: 'Copy Error' }).click()
  await expect.element(screen.getByText('Failed to copy error')).toBeVisible()
  isBroken = false
  await screen.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(screen.getByText('afloat')).toBeVisible()
})

async function failRoute(thrown: unknown) {
  silence()
  await loadCatalogs('en', ['ui'])
  const loader = () => {
    throw thrown
  }
  const router = createMemoryRouter([{ path: '/', element: <p />, loader, errorElement: <RouterErrorPage />, HydrateFallback: () => null }])
  return render(
    <WordsProvider language="en">
      <RouterProvider router={router} />
    </WordsProvider>,
  )
}

test.each([
  [new Error('the helm is gone'), 'the helm is gone'],
  [new Response(null, { status: 418, statusText: "I'm a teapot" }), "418 I'm a teapot"],
])("the router's error page names %s", async (thrown, text) => {
  const screen = await failRoute(thrown)
  await expect.element(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('toasts stand at the bottom right in rich colours, and can be closed', async () => {
  const screen = await stage(<Raiser durationMs={600_000} />)
  await screen.getByRole('button', { name: 'raise' }).click()
  const toaster = () => document.querySelector('[data-sonner-toaster]')
  await expect.element(screen.getByText('first')).toBeVisible()
  expect(toaster()?.getAttribute('data-x-position')).toBe('right')
  expect(toaster()?.getAttribute('data-y-position')).toBe('bottom')
  expect(raised()?.getAttribute('data-rich-colors')).toBe('true')
  await screen.getByRole('listitem').filter({ hasText: 'first' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(raised).toBeUndefined()
})

test('toasts last three seconds where nothing else is said', async () => {
  const screen = await stage(<Raiser />)
  let quickestMs = Infinity
  // A busy machine is late once, but not each time.
  for (let i = 0; i < 5 && quickestMs >= 4000; i++) {
    const life = lifeOfToast()
    await screen.getByRole('button', { name: 'raise' }).click()
    const lastedMs = await life
    expect(lastedMs).toBeGreaterThan(2500)
    quickestMs = Math.min(quickestMs, lastedMs)
  }
  expect(quickestMs).toBeLessThan(4000)
})

/** Those of the tests before may still stand beside it. */
const raised = () => [...document.querySelectorAll('[data-sonner-toast]')].find(one => one.textContent.includes('first'))

/** Milliseconds from when the next toast comes until it is gone. */
function lifeOfToast(): Promise<number> {
  return new Promise(done => {
    let cameAt: number | null = null
    const watch = new MutationObserver(() => {
      if (raised()) cameAt ??= performance.now()
      else if (cameAt !== null) {
        watch.disconnect()
        done(performance.now() - cameAt)
      }
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
}

function Raiser({ durationMs }: { durationMs?: number }) {
  const [text] = useState('first')
  return (
    <>
      <button type="button" onClick={() => toast.success(text, durationMs ? { durationMs } : {})}>
        {'raise'}
      </button>
      <Toasts />
    </>
  )
}
