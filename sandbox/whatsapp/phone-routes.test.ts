// The phone page as a browser gets it, also behind a prefix.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage } from '../stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const under = (path: string) => new URL(path, 'http://localhost:8080/sandbox/').pathname

test('the page and all it names are served under any prefix', async () => {
  const page = await fetch(`${stage.url}/phone/`)
  const html = await page.text()
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(found => found[1] ?? '')
  expect(named.every(path => path.startsWith('./') || path === '../../')).toBe(true)
  for (const path of named.filter(one => one !== '../../')) expect((await fetch(`${stage.url}/phone/${path}`)).status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(html).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style="/)
})

test('scripts import only what is served beside them', async () => {
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
    const script = await (await fetch(`${stage.url}/phone/${name}`)).text()
    for (const [, path] of script.matchAll(/from '([^']+)'/g)) expect((await fetch(`${stage.url}/phone/${path}`)).status).toBe(200)
    expect(script).not.toMatch(/innerHTML|fetch\(['"`]\//)
  }
})

test('without its last slash the page sends on, relatively', async () => {
  const answer = await fetch(`${stage.url}/phone`, { redirect: 'manual' })
  expect(under(answer.headers.get('location') ?? '')).toBe('/sandbox/phone/')
})

test('a wa.me link opens the page with its draft and sends nothing', async () => {
  const before = stage.ear.heard.length
  const answer = await fetch(`${stage.url}/phone/wa.me/15550100123?text=${encodeURIComponent('Link: AB & CD')}`, { redirect: 'manual' })
  const target = new URL(answer.headers.get('location') ?? '', 'http://localhost:8080/sandbox/phone/wa.me/15550100123')
  expect([target.pathname, target.searchParams.get('text'), target.searchParams.get('number')]).toEqual([
    '/sandbox/phone/',
    'Link: AB & CD',
    '15550100123',
  ])
  expect(stage.ear.heard.length).toBe(before)
})

test('changes are told while the page is open', async () => {
  const stream = await fetch(`${stage.url}/phone/api/events`)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  await stage.sendText('x')
  expect((await reader?.read())?.value).toContain('event: change')
  await reader?.cancel()
})

test('the chat shows both sides', async () => {
  const chat = await stage.call('phone/api/phones/15550100777')
  expect(chat.body).toMatchObject({
    bubbles: [
      { direction: 'written', text: 'hello' },
      { direction: 'arrived', text: 'x' },
    ],
  })
})
