// Tests the phone page in a browser: the chosen phone stays chosen even if an older response arrives late.
import { chromium, type Page, type Route } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchOptions } from '../../../test/chromium.ts'
import { mailTemplate, openSandbox, until } from '../../sandbox.fixture.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
let browser: Awaited<ReturnType<typeof chromium.launch>>
beforeAll(async () => {
  sandbox = await openSandbox()
  browser = await chromium.launch(launchOptions)
})
afterAll(async () => {
  await browser.close()
  await sandbox.close()
})

test('a new phone stays chosen even if an older list of phones arrives afterwards', async () => {
  const page = await browser.newPage()
  await page.goto(`${sandbox.url}/phone/`)
  await page.getByTestId('phone-name').getByText(/\S/).waitFor()

  const listRequested = Promise.withResolvers<void>()
  const releaseOld = Promise.withResolvers<void>()
  const delayResponse = async (route: Route) => {
    const oldResponse = await route.fetch()
    listRequested.resolve()
    await releaseOld.promise
    await route.fulfill({ response: oldResponse })
  }
  await page.route('**/phone/api/phones', delayResponse, { times: 1 })
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await listRequested.promise

  await page.getByTestId('add-phone').click()
  await page.getByTestId('add-phone-name').fill('Shop counter')
  await page.getByTestId('add-phone-number').fill('+1 555 010 0188')
  await page.getByTestId('add-phone-save').click()
  await page.waitForURL(/#15550100188$/)
  releaseOld.resolve()

  await page.getByTestId('phone-name').getByText('Shop counter').waitFor()
  expect(await page.getByTestId('phone-15550100188').getAttribute('aria-pressed')).toBe('true')
  await page.close()
})

const withPage = async (steps: (page: Page) => Promise<void>) => {
  const page = await browser.newPage()
  await page.goto(`${sandbox.url}/phone/#15550100777`)
  await page.getByTestId('phone-name').getByText('Maya Okoro').waitFor()
  await steps(page)
  await page.close()
}
const lastMessage = () => sandbox.webhooks.received.flatMap(one => one.messages).at(-1)

test('quick replies, list rows and reactions work from the page', async () => {
  await sandbox.approve(mailTemplate)
  const components = [{ type: 'body', parameters: [{ type: 'text', text: '*Ann*' }] }]
  await sandbox.sendText('', { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' }, components } })
  const action = { button: 'Open', sections: [{ rows: [{ id: 'show:1', title: 'Ann', description: 'Invoice 42' }] }] }
  await sandbox.sendText('', { type: 'interactive', text: undefined, interactive: { type: 'list', body: { text: 'Three mails' }, action } })
  await withPage(async page => {
    await page.getByTestId('tap-Show email').click()
    await page.getByTestId('bubble-own').last().getByText('Show email').waitFor()
    await until(() => lastMessage()?.type === 'button')
    await page.getByTestId('open-list').click()
    await page.getByTestId('row-show:1').click()
    await until(() => lastMessage()?.type === 'interactive')
    const bubble = page.getByTestId('bubble').filter({ hasText: 'Three mails' })
    await bubble.hover()
    await bubble.getByTestId('acts').click()
    await page.getByTestId('react-👍').click()
    await bubble.getByTestId('reactions').getByText('👍').waitFor()
    await until(() => lastMessage()?.type === 'reaction')
  })
})

test('a reply quotes its message, and a file is sent with its caption', async () => {
  await sandbox.sendText('A question')
  await withPage(async page => {
    const bubble = page.getByTestId('bubble').filter({ hasText: 'A question' })
    await bubble.hover()
    await bubble.getByTestId('acts').click()
    await page.getByTestId('reply').click()
    await page.getByTestId('composer').fill('An answer')
    await page.getByTestId('send').click()
    await page.getByTestId('bubble-own').filter({ hasText: 'An answer' }).getByText('A question').waitFor()
    await until(() => JSON.stringify(lastMessage()).includes('"context"'))
    await page.getByTestId('composer').fill('The receipt')
    await page.getByTestId('file').setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
    await page.getByTestId('bubble-own').getByTestId('document').getByText('receipt.pdf').waitFor()
    await until(() => lastMessage()?.type === 'document')
    expect(lastMessage()).toMatchObject({ document: { filename: 'receipt.pdf', caption: 'The receipt', mime_type: 'application/pdf' } })
  })
})

test('a person hides the number, blocks, and moves to another number from the page', async () => {
  await withPage(async page => {
    await page.getByTestId('hide-number').click()
    await page.getByTestId('phone-number').getByText('@maya.okoro').waitFor()
    await page.getByTestId('hide-number').getByText('Show number').click()
    await page.getByTestId('block').click()
    await page.getByTestId('composer').waitFor({ state: 'hidden' })
    await page.getByTestId('block').getByText('Unblock').click()
    await page.getByTestId('composer').waitFor()
    await page.getByTestId('change-number').click()
    await page.getByTestId('change-number-to').fill('+1 555 010 0179')
    await page.getByTestId('change-number-save').click()
    await page.waitForURL(/#15550100179$/)
    await page.getByTestId('notice').getByText('another number').waitFor()
  })
})

test('a file that could run is downloaded, never shown on this origin', async () => {
  const path = `${sandbox.url}/_sim/phones/15550100188/files?filename=a.html`
  await fetch(path, { method: 'POST', headers: { 'content-type': 'text/html' }, body: '<script>document.title = 1</script>' })
  await until(() => JSON.stringify(lastMessage()).includes('a.html'))
  const id = /"id":"(\d+)"/.exec(JSON.stringify(lastMessage()))?.[1]
  const response = await fetch(`${sandbox.url}/phone/api/files/${id}`)
  expect(response.headers.get('content-disposition')).toBe('attachment')
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
})
