// Tests that screens say when there is no connection, and that nothing looks done that could not be sent.
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listSessionsApi } from '../../../../core/api/account.ts'
import { noteAnswer } from '../../../connection.ts'
import { Queries } from '../../../session/Queries.tsx'
import { useCall } from '../../../session/session.tsx'
import { Toasts } from '../../../ui/overlays/Toasts.tsx'
import { useOptimistic } from '../../queries/optimistic.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'

beforeEach(() => noteAnswer(true))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  noteAnswer(true)
})

interface Lamp {
  on: boolean
}

function Screen() {
  const call = useCall()
  const { data, error } = useQuery({ queryKey: ['lamp'], queryFn: () => ({ on: false }) })
  const list = useQuery({ queryKey: ['list'], queryFn: () => call(listSessionsApi, 'GET', '/api/sessions', {}), retry: false })
  const toggle = useOptimistic<Lamp, Lamp, unknown>({
    key: ['lamp'],
    write: () => call(listSessionsApi, 'GET', '/api/sessions', {}),
    apply: (_, change) => change,
    savedText: () => 'saved',
  })
  return (
    <>
      <ConnectionBanner />
      <p>{data?.on ? 'lit' : 'dark'}</p>
      <p>{list.error || error ? 'could not be read' : list.data ? 'read' : 'waiting'}</p>
      <button type="button" onClick={() => toggle.mutate({ on: true })}>
        turn on
      </button>
      <button type="button" onClick={() => void list.refetch()}>
        read again
      </button>
      <Toasts />
    </>
  )
}

let answer: () => unknown = () => ({ items: [], next: null })

async function open() {
  answer = () => ({ items: [], next: null })
  const staged = await stageScreen({
    catalogs: ['connection'],
    at: '/',
    routes: {
      '/': (
        <Queries>
          <Screen />
        </Queries>
      ),
    },
    responses: { 'GET /api/sessions': () => answer() },
  })
  await expect.element(page.getByText('dark')).toBeVisible()
  return staged
}

function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  answer = () => {
    throw new TypeError('no network')
  }
}

test('without a connection a banner says so at once, and goes with it', async () => {
  await open()
  await expect.element(page.getByText('You’re offline.')).not.toBeInTheDocument()
  goOffline()
  await expect.element(page.getByText('You’re offline.')).toBeVisible()
  await expect.element(page.getByText(/This page was last updated/)).toBeVisible()
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('You’re offline.')).not.toBeInTheDocument()
})

test('a change is refused without a connection, and nothing flips', async () => {
  const { requests } = await open()
  goOffline()
  const sent = requests.length
  const seen: (string | null)[] = []
  const watcher = new MutationObserver(() => seen.push(document.querySelector('p')?.textContent ?? null))
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
  await page.getByRole('button', { name: 'turn on' }).click()
  await expect.element(page.getByText(/did not answer|didn’t answer|respond/)).toBeVisible()
  watcher.disconnect()
  expect(seen).not.toContain('lit')
  expect(requests.length).toBe(sent)
})

test('what is read without a connection fails at once instead of waiting in silence', async () => {
  await open()
  goOffline()
  await page.getByRole('button', { name: 'read again' }).click()
  await expect.element(page.getByText('could not be read')).toBeVisible()
})

test('a server that does not answer is named, until it answers again', async () => {
  await open()
  answer = () => {
    throw new TypeError('connection refused')
  }
  await page.getByRole('button', { name: 'read again' }).click()
  await expect.element(page.getByText('Mailferry isn’t responding.')).toBeVisible()
  answer = () => ({ items: [], next: null })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Mailferry isn’t responding.')).not.toBeInTheDocument()
})
