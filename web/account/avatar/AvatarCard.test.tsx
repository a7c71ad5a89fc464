// Tests that a profile picture can be chosen, changed and removed, and that a refused file is explained.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AuthProvider } from '../../auth/AuthProvider.tsx'
import { config, keepSession, makeKey, userId } from '../../auth/session.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { PersonMenu } from '../../ui/layout/PersonMenu.tsx'
import { AvatarCard } from './AvatarCard.tsx'
import { useAvatar } from './picture.ts'

const key = await makeKey('ES256', 'a')
const dot = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='), c =>
  c.charCodeAt(0),
)

/** A storage service of one person: what is kept, what was asked, and how it refuses. */
let kept: string[]
let asked: string[]
let refusal: { statusCode: string; message: string } | null
let shown: string | null

beforeEach(async () => {
  kept = []
  asked = []
  refusal = null
  shown = null
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = decodeURIComponent(new URL(input instanceof Request ? input.url : input, location.origin).pathname)
    const what = `${init.method ?? 'GET'} ${path}`
    if (path.startsWith('/storage/v1/object')) asked.push(what.replaceAll(/[0-9a-f-]{36}$/g, '*'))
    return answer(what, init)
  })
  await keepSession(1000, key)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const textOf = ({ body }: RequestInit) => (typeof body === 'string' ? body : '')

function answer(what: string, init: RequestInit): Response {
  const name = what.split('/').at(-1) ?? ''
  if (what === 'GET /api/config') return Response.json(config)
  if (what.startsWith('GET /auth/v1/.well-known')) return Response.json({ keys: [key.jwk] })
  if (what === 'PUT /auth/v1/user') {
    shown = (JSON.parse(textOf(init)) as { data: { avatar_path: string | null } }).data.avatar_path
    return Response.json({
      id: userId,
      email: 'maya@example.com',
      user_metadata: { avatar_path: shown },
      app_metadata: {},
      aud: '',
      created_at: '',
    })
  }
  if (what === 'GET /storage/v1/bucket/avatars') return Response.json({ id: 'avatars', name: 'avatars', file_size_limit: 1_048_576 })
  if (what.startsWith('POST /storage/v1/object/list/')) return Response.json(kept.map(one => ({ name: one, id: one })))
  if (what.startsWith('DELETE /storage/v1/object/avatars')) {
    const { prefixes } = JSON.parse(textOf(init)) as { prefixes: string[] }
    kept = kept.filter(one => !prefixes.includes(`${userId}/${one}`))
    return Response.json([])
  }
  if (what.startsWith('POST /storage/v1/object/avatars/')) {
    if (refusal) return Response.json({ ...refusal, error: '' }, { status: 400 })
    kept.push(name)
    return Response.json({ Id: name, Key: `avatars/${userId}/${name}` })
  }
  if (what.startsWith('GET /storage/v1/object/avatars/')) return new Response(dot, { headers: { 'content-type': 'image/png' } })
  return Response.json([])
}

function Both() {
  return (
    <>
      <PersonMenu person={{ name: 'Maya Lind', email: 'maya@example.com', picture: useAvatar() }} onSignOut={() => undefined} />
      <AvatarCard />
    </>
  )
}

const show = async () => {
  const screen = await stage(
    <QueryClientProvider client={new QueryClient()}>
      <AuthProvider go={() => undefined}>
        <Both />
      </AuthProvider>
    </QueryClientProvider>,
    ['profile', 'account', 'shell', 'session'],
  )
  // Of the address: who is signed in is known.
  await expect.element(screen.getByText('ME', { exact: true })).toBeVisible()
  return screen
}

const choose = (screen: Awaited<ReturnType<typeof show>>, file: File) =>
  userEvent.upload(screen.getByLabelText('Picture file', { exact: true }), file)
const photo = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'me', { type })
const pictures = () => [...document.querySelectorAll('img')].map(image => image.src.slice(0, 15))

test('without a picture there are initials; a chosen one is shown on the card and in the menu, and the one before it goes', async () => {
  const screen = await show()
  await expect.element(screen.getByText('ML')).toBeVisible()
  await choose(screen, photo())
  await expect.poll(pictures).toEqual(['data:image/png;', 'data:image/png;'])
  expect(shown).toBe(`${userId}/${kept[0]}`)
  const [first] = kept
  await expect.element(screen.getByRole('button', { name: 'Choose another' })).toBeVisible()
  await choose(screen, photo())
  await expect.poll(() => kept.length === 1 && kept[0] !== first).toBe(true)
  expect(shown).toBe(`${userId}/${kept[0]}`)
})

test('a picture is removed, and the initials come back', async () => {
  const screen = await show()
  await choose(screen, photo())
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('ML')).toBeVisible()
  await expect.poll(() => kept).toEqual([])
  expect([shown, pictures()]).toEqual([null, []])
})

test.each([
  [photo(10, 'image/svg+xml'), null, 'This file is no PNG, JPEG, WebP or GIF.'],
  [photo(1_048_577), null, 'This picture has more than 1 MB.'],
  [photo(), { statusCode: '415', message: 'mime type x is not supported' }, 'This file is no PNG, JPEG, WebP or GIF.'],
  [photo(), { statusCode: '413', message: 'too large' }, 'This picture has more than 1 MB.'],
  [photo(), { statusCode: '400', message: 'no' }, 'This picture cannot be read.'],
  [photo(), { statusCode: '503', message: 'busy' }, 'Too many tries.'],
])('a file that cannot be taken gets a sentence, and nothing changes (%#)', async (file, told, sentence) => {
  refusal = told
  const screen = await show()
  await choose(screen, file)
  await expect.element(screen.getByRole('alert').getByText(sentence, { exact: false })).toBeVisible()
  expect([shown, kept]).toEqual([null, []])
  if (!told) expect(asked).toEqual([])
})
