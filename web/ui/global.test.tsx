// Tests the texts that every page may show, word for word.
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { stage } from '../stage.fixture.tsx'
import { loadCatalogs, WordsProvider } from '../words/words.tsx'
import { ErrorBoundary } from './feedback/ErrorBoundary.tsx'
import { Overlay } from './feedback/Overlay.tsx'
import { RouterErrorPage } from './feedback/RouterErrorPage.tsx'
import { Spinner } from './feedback/Spinner.tsx'
import { Toasts } from './overlays/Toasts.tsx'
import { toast } from './overlays/toast.ts'

afterEach(() => vi.restoreAllMocks())
const muteConsole = () => vi.spyOn(console, 'error').mockImplementation(() => {})

test('the overlay says that a screen is loading', async () => {
  const screen = await stage(<Overlay />)
  await expect.element(screen.getByText('Loading your experience...')).toBeVisible()
})

test('the spinner has four sizes', async () => {
  const sizes = ['sm', 'md', 'lg', 'xl'] as const
  const screen = await stage(sizes.map(size => <Spinner key={size} size={size} />))
  const classes = screen
    .getByRole('img', { name: 'Loading' })
    .elements()
    .map(element => element.getAttribute('class'))
  expect(new Set(classes).size).toBe(4)
})

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('the hull leaks')
  return <p>{'afloat'}</p>
}

test('the error card copies the error and retries', async () => {
  muteConsole()
  isBroken = true
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
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
  expect(writeText).toHaveBeenCalledWith('the hull leaks')
  writeText.mockRejectedValueOnce(new Error('denied'))
  await screen.getByRole('button', { name: 'Copy Error' }).click()
  await expect.element(screen.getByText('Failed to copy error')).toBeVisible()
  isBroken = false
  await screen.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(screen.getByText('afloat')).toBeVisible()
})

async function failRoute(error: unknown) {
  muteConsole()
  await loadCatalogs('en', ['ui'])
  const loader = () => {
    throw error
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
])("the router's error page names %s", async (error, text) => {
  const screen = await failRoute(error)
  await expect.element(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('toasts appear at the bottom right in rich colors and can be closed', async () => {
  const screen = await stage(<ToastButton durationMs={600_000} />)
  await screen.getByRole('button', { name: 'raise' }).click()
  const toaster = () => document.querySelector('[data-sonner-toaster]')
  await expect.element(screen.getByText('first')).toBeVisible()
  expect(toaster()?.getAttribute('data-x-position')).toBe('right')
  expect(toaster()?.getAttribute('data-y-position')).toBe('bottom')
  expect(findToast()?.getAttribute('data-rich-colors')).toBe('true')
  await screen.getByRole('listitem').filter({ hasText: 'first' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(findToast).toBeUndefined()
})

test('toasts last three seconds by default', async () => {
  const screen = await stage(<ToastButton />)
  let quickestMs = Infinity
  // A busy machine may be late once, but not every time.
  for (let i = 0; i < 5 && quickestMs >= 4000; i++) {
    const lifetime = measureToast()
    await screen.getByRole('button', { name: 'raise' }).click()
    const lastedMs = await lifetime
    expect(lastedMs).toBeGreaterThan(2500)
    quickestMs = Math.min(quickestMs, lastedMs)
  }
  expect(quickestMs).toBeLessThan(4000)
})

/** Toasts of earlier tests may still be visible beside it. */
const findToast = () => [...document.querySelectorAll('[data-sonner-toast]')].find(element => element.textContent.includes('first'))

/** Milliseconds from when the next toast appears until it disappears. */
function measureToast(): Promise<number> {
  return new Promise(resolve => {
    let shownAt: number | null = null
    const observer = new MutationObserver(() => {
      if (findToast()) shownAt ??= performance.now()
      else if (shownAt !== null) {
        observer.disconnect()
        resolve(performance.now() - shownAt)
      }
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

function ToastButton({ durationMs }: { durationMs?: number }) {
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
