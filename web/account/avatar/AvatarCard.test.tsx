// Tests that a profile picture can be chosen, changed and removed, and that a refused file is explained.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AuthProvider } from '../../auth/AuthProvider.tsx'
import { config, makeKey, storeSession, userId } from '../../auth/session.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { UserMenu } from '../../ui/layout/UserMenu.tsx'
import { AvatarCard } from './AvatarCard.tsx'
import { useAvatar } from './picture.ts'

const key = await makeKey('ES256', 'a')
const pngBytes = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  c => c.charCodeAt(0),
)

/** A fake storage service of one person: its files, the requests it received, and its refusal. */
let storedFiles: string[]
let requests: string[]
let refusal: { statusCode: string; message: string } | null
let avatarPath: string | null

beforeEach(async () => {
  storedFiles = []
  requests = []
  refusal = null
  avatarPath = null
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = decodeURIComponent(new URL(input instanceof Request ? input.url : input, location.origin).pathname)
    const request = `${init.method ?? 'GET'} ${path}`
    if (path.startsWith('/storage/v1/object')) requests.push(request.replaceAll(/[0-9a-f-]{36}$/g, '*'))
    return respond(request, init)
  })
  await storeSession(1000, key)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const bodyText = ({ body }: RequestInit) => (typeof body === 'string' ? body : '')

function respond(request: string, init: RequestInit): Response {
  const name = request.split('/').at(-1) ?? ''
  if (request === 'GET /api/config') return Response.json(config)
  if (request.startsWith('GET /auth/v1/.well-known')) return Response.json({ keys: [key.jwk] })
  if (request === 'PUT /auth/v1/user') {
    avatarPath = (JSON.parse(bodyText(init)) as { data: { avatar_path: string | null } }).data.avatar_path
    return Response.json({
      id: userId,
      email: 'maya@example.com',
      user_metadata: { avatar_path: avatarPath },
      app_metadata: {},
      aud: '',
      created_at: '',
    })
  }
  if (request === 'GET /storage/v1/bucket/avatars') return Response.json({ id: 'avatars', name: 'avatars', file_size_limit: 1_048_576 })
  if (request.startsWith('POST /storage/v1/object/list/')) return Response.json(storedFiles.map(file => ({ name: file, id: file })))
  if (request.startsWith('DELETE /storage/v1/object/avatars')) {
    const { prefixes } = JSON.parse(bodyText(init)) as { prefixes: string[] }
    storedFiles = storedFiles.filter(file => !prefixes.includes(`${userId}/${file}`))
    return Response.json([])
  }
  if (request.startsWith('POST /storage/v1/object/avatars/')) {
    if (refusal) return Response.json({ ...refusal, error: '' }, { status: 400 })
    storedFiles.push(name)
    return Response.json({ Id: name, Key: `avatars/${userId}/${name}` })
  }
  if (request.startsWith('GET /storage/v1/object/avatars/')) return new Response(pngBytes, { headers: { 'content-type': 'image/png' } })
  return Response.json([])
}

function MenuAndCard() {
  return (
    <>
      <UserMenu user={{ name: 'Maya Lind', email: 'maya@example.com', picture: useAvatar() }} onSignOut={() => undefined} />
      <AvatarCard />
    </>
  )
}

const render = async () => {
  const screen = await stage(
    <QueryClientProvider client={new QueryClient()}>
      <AuthProvider navigate={() => undefined}>
        <MenuAndCard />
      </AuthProvider>
    </QueryClientProvider>,
    ['profile', 'account', 'shell', 'session'],
  )
  // The initials come from the email address, so the session is loaded.
  await expect.element(screen.getByText('ME', { exact: true })).toBeVisible()
  return screen
}

const choose = (screen: Awaited<ReturnType<typeof render>>, file: File) =>
  userEvent.upload(screen.getByLabelText('Picture file', { exact: true }), file)
const imageFile = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'me', { type })
const pictures = () => [...document.querySelectorAll('img')].map(image => image.src.slice(0, 15))

test('initials stand in for a missing picture; a chosen picture appears on the card and in the menu and replaces the previous one', async () => {
  const screen = await render()
  await expect.element(screen.getByText('ML')).toBeVisible()
  await choose(screen, imageFile())
  await expect.poll(pictures).toEqual(['data:image/png;', 'data:image/png;'])
  expect(avatarPath).toBe(`${userId}/${storedFiles[0]}`)
  const [first] = storedFiles
  await expect.element(screen.getByRole('button', { name: 'Change' })).toBeVisible()
  await choose(screen, imageFile())
  await expect.poll(() => storedFiles.length === 1 && storedFiles[0] !== first).toBe(true)
  expect(avatarPath).toBe(`${userId}/${storedFiles[0]}`)
})

test('removing the picture brings the initials back', async () => {
  const screen = await render()
  await choose(screen, imageFile())
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('ML')).toBeVisible()
  await expect.poll(() => storedFiles).toEqual([])
  expect([avatarPath, pictures()]).toEqual([null, []])
})

test.each([
  [imageFile(10, 'image/svg+xml'), null, 'This file isn’t a PNG, JPEG, WebP, or GIF.'],
  [imageFile(1_048_577), null, 'This picture is larger than 1 MB.'],
  [imageFile(), { statusCode: '415', message: 'mime type x is not supported' }, 'This file isn’t a PNG, JPEG, WebP, or GIF.'],
  [imageFile(), { statusCode: '413', message: 'too large' }, 'This picture is larger than 1 MB.'],
  [imageFile(), { statusCode: '400', message: 'no' }, 'We can’t read this picture.'],
  [imageFile(), { statusCode: '503', message: 'busy' }, 'Too many attempts.'],
])('a file that is refused is explained, and nothing changes (%#)', async (file, uploadError, sentence) => {
  refusal = uploadError
  const screen = await render()
  await choose(screen, file)
  await expect.element(screen.getByRole('alert').getByText(sentence, { exact: false })).toBeVisible()
  expect([avatarPath, storedFiles]).toEqual([null, []])
  if (!uploadError) expect(requests).toEqual([])
})
