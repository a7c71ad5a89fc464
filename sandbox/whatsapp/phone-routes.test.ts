// Tests the phone page as a browser gets it, including behind a path prefix.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox } from '../sandbox.fixture.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const resolvePath = (path: string) => new URL(path, 'http://localhost:8080/sandbox/').pathname

test('the page and all its files are served under any prefix', async () => {
  const page = await fetch(`${sandbox.url}/phone/`)
  const html = await page.text()
  const paths = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(found => found[1] ?? '')
  expect(paths.every(path => path.startsWith('./') || path === '../../')).toBe(true)
  for (const path of paths.filter(one => one !== '../../')) expect((await fetch(`${sandbox.url}/phone/${path}`)).status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(html).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style="/)
})

test('scripts import only files that are served beside them', async () => {
  for (const name of [
    'phone.js',
    'sheet.js',
    'composer.js',
    'controls.js',
    'files.js',
    'buttons.js',
    'bubble.js',
    'people.js',
    'api.js',
    'dom.js',
    'markup.js',
  ]) {
    const script = await (await fetch(`${sandbox.url}/phone/${name}`)).text()
    for (const [, path] of script.matchAll(/from '([^']+)'/g)) expect((await fetch(`${sandbox.url}/phone/${path}`)).status).toBe(200)
    expect(script).not.toMatch(/innerHTML|fetch\(['"`]\//)
  }
})

test('without the trailing slash the page redirects relatively', async () => {
  const answer = await fetch(`${sandbox.url}/phone`, { redirect: 'manual' })
  expect(resolvePath(answer.headers.get('location') ?? '')).toBe('/sandbox/phone/')
})

test('a wa.me link opens the page with a draft and sends nothing', async () => {
  const before = sandbox.webhooks.received.length
  const answer = await fetch(`${sandbox.url}/phone/wa.me/15550100123?text=${encodeURIComponent('Link: AB & CD')}`, { redirect: 'manual' })
  const target = new URL(answer.headers.get('location') ?? '', 'http://localhost:8080/sandbox/phone/wa.me/15550100123')
  expect([target.pathname, target.searchParams.get('text'), target.searchParams.get('number')]).toEqual([
    '/sandbox/phone/',
    'Link: AB & CD',
    '15550100123',
  ])
  expect(sandbox.webhooks.received.length).toBe(before)
})

test('changes are streamed while the page is open', async () => {
  const stream = await fetch(`${sandbox.url}/phone/api/events`)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  await sandbox.sendText('x')
  expect((await reader?.read())?.value).toContain('event: change')
  await reader?.cancel()
})

test('the chat shows both sides', async () => {
  const chat = await sandbox.call('phone/api/phones/15550100777')
  expect(chat.body).toMatchObject({
    bubbles: [
      { direction: 'written', text: 'hello' },
      { direction: 'arrived', text: 'x' },
    ],
  })
})
